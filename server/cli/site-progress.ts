/** Shows how many sites are done, in one line of a terminal. Without a terminal it shows nothing. */
export function createSiteCountProgress(action: string) {
  const { stdout } = process;
  return {
    show: (done: number, total: number) => void (stdout.isTTY && stdout.write(`\r\u001b[K${action} ${done}/${total}`)),
    end: () => void (stdout.isTTY && stdout.write('\r\u001b[K')),
  };
}
