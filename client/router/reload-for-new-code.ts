import { chunkReloadMs } from '#shared/limits.ts';

const storageKey = 'cuvee:chunk-reload';

/** Whether a reload is due: the last one for this reason is long enough ago. Where storage is refused there is none. */
function mayReload(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (now - last < chunkReloadMs) return false;
    sessionStorage.setItem(storageKey, String(now));
    return true;
  } catch {
    return false;
  }
}

/** Code that could not be fetched is most often code that a newer version has replaced: loads `address` anew, at most once a minute. */
export function reloadForNewCode(address: string): void {
  if (navigator.onLine && mayReload(Date.now())) window.location.assign(address);
}
