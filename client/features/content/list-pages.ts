/** Query parameters of all list pages of content. */
export const listParameters = ['page'];

/** @returns the number of the list's page, 1 if the query has none, null if it is invalid */
export function requestedPage(query: URLSearchParams): number | null {
  const page = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null;
}

export const listPagePath = (path: string, page: number): string => (page === 1 ? path : `${path}?page=${page}`);

/** @returns the id in a path, null if it is not one */
export const idInPath = (id: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : null;
