/** Removes the query from a page's cache key, for logs, because queries may contain search terms. */
export const removeQueryFromCacheKey = (key: string): string => key.split('?', 1)[0] ?? '';
