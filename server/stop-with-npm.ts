const checkIntervalMs = 500;

/**
 * Sends this process a SIGTERM when the shell in which npm started it ends. npm forwards SIGTERM only to that shell, which
 * exits without forwarding it, so the server would stay behind and keep its port.
 */
export function stopServerWhenNpmStops(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkIntervalMs);
  timer.unref();
}
