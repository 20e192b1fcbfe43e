/** Base URL for resolving relative URLs. The domain `.invalid` is reserved (RFC 2606), so no site can have it. */
const placeholderOrigin = 'https://site.invalid';

/**
 * Reads the URL path to open after the log-in: the query parameter `return` if it leads to this site, otherwise the
 * path of the account. Paths such as `/.//elsewhere.example` are rejected, because they lead to another host once their
 * dot segments are resolved.
 */
export function readReturnPath(search: string): string {
  const path = new URLSearchParams(search).get('return') ?? '';
  if (!/^\/[^\s\\]*$/.test(path) || !URL.canParse(path, placeholderOrigin)) return '/account';
  const { origin, pathname, search: query, hash } = new URL(path, placeholderOrigin);
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + query + hash : '/account';
}
