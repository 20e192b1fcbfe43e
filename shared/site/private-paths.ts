/** URL paths of pages with personal content, which search engines must not index. All paths below them are included. */
export const privatePaths = ['/cart', '/checkout', '/account', '/auth', '/password', '/newsletter/confirm'] as const;

export const isPrivatePath = (path: string): boolean =>
  privatePaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
