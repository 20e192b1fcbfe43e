import { callApi } from '#client/core/call-api.ts';

/** Maximum length in characters of the name of a traffic source, as in the API's contract. */
const maxSourceLength = 100;

/**
 * Records that the traffic source was reported today.
 * @returns true if it had already been reported
 */
function wasReportedToday(source: string): boolean {
  const key = `visit-${source}`;
  const day = new Date().toISOString().slice(0, 10);
  try {
    if (localStorage.getItem(key) === day) return true;
    localStorage.setItem(key, day);
  } catch {
    // Local storage is blocked, so the visit may be counted more than once a day.
  }
  return false;
}

/**
 * Reports the traffic source of a visit (`?from=newsletter`) to the API once per browser and day, and removes the
 * parameter from the URL, so that sharing the URL does not count the source again.
 */
export function reportAndStripTrafficSource(): void {
  const url = new URL(window.location.href);
  const source = url.searchParams.get('from');
  if (source === null) return;
  url.searchParams.delete('from');
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  if (source === '' || source.length > maxSourceLength || wasReportedToday(source)) return;
  // A visit that cannot be reported is not counted. The error is ignored, because counting is best effort.
  callApi('GET /site/visit/{id}', { params: { id: source }, isBackground: true }).catch(() => {});
}
