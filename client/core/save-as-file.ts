/** Time in milliseconds that a browser has to read the file, because it may begin only after the click has ended. */
const revokeDelayMs = 60_000;

export function saveAsFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}

/** Creates a file in JSON that people can read. */
export const createJsonFile = (data: unknown): Blob =>
  new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
