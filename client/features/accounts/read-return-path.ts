/** Base for resolving relative addresses; the domain `.invalid` is reserved (RFC 2606). */
const placeholderOrigin = 'https://site.invalid';

/**
 * The page to open after the log-in: the path in `return` if it belongs to this site, else the account. Rejects addresses
 * that lead to another host only after their dots are resolved, such as `/.//elsewhere.example`.
 */
export function readReturnPath(search: string): string {
  const path = new URLSearchParams(search).get('return') ?? '';
  if (!/^\/[^\s\\]*$/.test(path) || !URL.canParse(path, placeholderOrigin)) return '/account';
  const { origin, pathname, search: query, hash } = new URL(path, placeholderOrigin);
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + query + hash : '/account';
}
