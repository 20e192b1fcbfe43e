/** Pages of individual customers, which search engines must not index. Includes all paths below them. */
export const privatePaths = [
  '/cart',
  '/checkout',
  '/orders',
  '/account',
  '/auth',
  '/password',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
] as const;

/** The pages on which staff log in, which a site that is being built has as well. */
const loginPaths = ['/auth', '/password'] as const;

const isBelow = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

export const isPrivatePath = (path: string): boolean => isBelow(path, privatePaths);

export const isLoginPath = (path: string): boolean => isBelow(path, loginPaths);
