/** The query parameters that list pages of content declare. */
export const listPageParameters = ['page'];

/**
 * Reads the page number from the query.
 * @returns 1 if the query has no `page`, null if `page` is invalid
 */
export function readPageNumber(query: URLSearchParams): number | null {
  const page = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null;
}

/**
 * Parses the id in a URL path.
 * @returns null if the text is not an id
 */
export const parseIdInPath = (id: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : null;
