/** The key of a page without its query, for logs: queries hold search terms. */
export const toPathWithoutQuery = (key: string): string => key.split('?', 1)[0] ?? '';
