/** Returns the number of pages that a list of `total` items has; an empty list has one page. */
export const countPages = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));
