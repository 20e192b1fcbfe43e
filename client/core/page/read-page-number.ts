/**
 * Reads the page number of a list from the query.
 * @returns 1 if the query has no `page`, null if `page` is invalid
 */
export function readPageNumber(query: URLSearchParams): number | null {
  const page = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null;
}
