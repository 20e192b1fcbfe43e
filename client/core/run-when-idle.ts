/**
 * Runs `callback` once the browser is idle, after two seconds at the latest. A browser that cannot tell whether it is
 * idle runs it after 200 ms.
 * @returns a function that cancels the callback
 */
export function runWhenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
