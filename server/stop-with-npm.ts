const checkIntervalMs = 500;

/**
 * Stops this process with SIGTERM when the shell in which npm has started it ends. npm forwards SIGTERM only to that
 * shell, which exits without forwarding it, so the server would otherwise continue to run and to occupy its port.
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
