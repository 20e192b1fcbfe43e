import { minChunkReloadIntervalMs } from '#shared/limits.ts';

const storageKey = 'cuvee:chunk-reload';

/**
 * Returns true if the page may be reloaded, which is at most once per `minChunkReloadIntervalMs`. Without session
 * storage the result is false, because the reloads could not be counted.
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

/** Reloads the document after a chunk could not be loaded, which usually means that a new release has replaced it. */
export function reloadForNewRelease(address: string): void {
  if (navigator.onLine && canReload(Date.now())) window.location.assign(address);
}
