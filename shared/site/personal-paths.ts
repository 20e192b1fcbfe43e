/**
 * URL paths of pages for individual customers, which search engines must not index. Each entry includes all paths below
 * it.
 */
export const personalPaths = [
  '/cart',
  '/checkout',
  '/orders',
  '/registrations',
  '/review',
  '/account',
  '/auth',
  '/password',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
] as const;

/**
 * Personal paths whose pages may run code of third parties, because neither their URL nor the document that the server
 * sends contains data of the customer.
 */
const impersonalPaths = ['/cart', '/checkout'] as const;

/** URL paths of the pages on which staff log in. These pages are available even while the site is being built. */
const loginPaths = ['/auth', '/password'] as const;

const isBelow = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

export const isPersonalPath = (path: string): boolean => isBelow(path, personalPaths);

/**
 * Checks whether a page belongs to one customer, such as the account or a page with a secret in its URL. Such pages run
 * no code of third parties.
 */
export const isFirstPartyPath = (path: string): boolean => isPersonalPath(path) && !isBelow(path, impersonalPaths);

export const isLoginOrPasswordPath = (path: string): boolean => isBelow(path, loginPaths);
