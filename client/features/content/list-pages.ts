/** The query parameters that list pages of content declare. */
export const contentListPageParameters = ['page'];

/**
 * Parses the id in a URL path.
 * @returns null if the text is not an id
 */
export const parseIdParameter = (id: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : null;
