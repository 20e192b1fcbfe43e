/** Number of pages of a list; an empty list has one. */
export const countPages = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));
