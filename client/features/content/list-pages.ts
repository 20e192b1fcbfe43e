/** The query parameters that pages of content with several pages, but without a tag filter, declare. */
export const contentListPageParameters = ['page'];

/**
 * Parses the id in a URL path.
 * @returns null if the text is not an id
 */
export const parseIdParameter = (id: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : null;
