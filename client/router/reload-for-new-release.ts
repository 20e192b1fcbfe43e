/**
 * Minimum interval in milliseconds between reloads of a page whose code could not be loaded, so that a missing file
 * causes no reload loop.
 */
const minChunkReloadIntervalMs = 60_000;

const storageKey = 'cuvee:chunk-reload';

/**
 * Returns true and records a reload if the last one is at least `minChunkReloadIntervalMs` ago. Without session storage
 * the result is false, because the reloads could not be counted.
 */
function canReload(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (now - last < minChunkReloadIntervalMs) return false;
    sessionStorage.setItem(storageKey, String(now));
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a new document after a chunk could not be loaded, which usually means that a new release has replaced it. Does
 * nothing while the browser is offline, or soon after the last such reload.
 */
export function reloadForNewRelease(address: string): void {
  if (navigator.onLine && canReload(Date.now())) window.location.assign(address);
}
