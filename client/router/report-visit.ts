import { callApi } from '#client/core/call.ts';

/** The longest name of a source that the API takes. */
const longest = 100;

/** Whether this browser has told of the source today; where storage is refused, it has not. */
function toldToday(source: string): boolean {
  const key = `visit-${source}`;
  const day = new Date().toISOString().slice(0, 10);
  try {
    if (localStorage.getItem(key) === day) return true;
    localStorage.setItem(key, day);
  } catch {
    // Storage is refused: the visit is told again.
  }
  return false;
}

/**
 * `?from=newsletter` tells where a visitor comes from: told to the API once per visitor and day, and taken out of the
 * address, so that it is not passed on when the address is.
 */
export function logVisit(): void {
  const url = new URL(window.location.href);
  const source = url.searchParams.get('from');
  if (source === null) return;
  url.searchParams.delete('from');
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  if (source === '' || source.length > longest || toldToday(source)) return;
  // Nobody waits for it, and a page is no worse for a visit that was not counted.
  callApi('GET /site/visit/{id}', { params: { id: source } }).catch(() => {});
}
