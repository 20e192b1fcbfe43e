/** Pages of individual customers, which search engines must not index. Includes all paths below them. */
export const privatePaths = [
  '/cart',
  '/checkout',
  '/orders',
  '/account',
  '/auth',
  '/password',
  '/newsletter/confirm',
] as const;

export const isPrivatePath = (path: string): boolean =>
  privatePaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
