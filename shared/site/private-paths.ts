/** Pages of one customer each, and of what one is doing: nothing for search engines. With all that lies below them. */
export const privatePaths = ['/cart', '/checkout', '/account', '/auth', '/password', '/newsletter/confirm'] as const;

export const isPrivatePath = (path: string): boolean =>
  privatePaths.some((own) => path === own || path.startsWith(`${own}/`));
