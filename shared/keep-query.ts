/**
 * Adds the parameters of a request to the target of its redirect, so that the source of a visit (`from`, `utm_source`,
 * `gclid`) is not lost. Parameters that the target has itself win.
 * @param search the query of the request, with or without its question mark
 */
export function keepQuery(location: string, search: string): string {
  const [path = '', query = ''] = location.split('?', 2);
  const kept = new URLSearchParams(query);
  const own = new Set(kept.keys());
  for (const [name, value] of new URLSearchParams(search)) if (!own.has(name)) kept.append(name, value);
  return kept.size > 0 ? `${path}?${kept}` : path;
}
