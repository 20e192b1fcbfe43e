/** Base URL for resolving relative URLs. The domain `.invalid` is reserved (RFC 2606), so no site can have it. */
const placeholderOrigin = 'https://site.invalid';

/**
 * Opens the page that follows the log-in. The admin panel is a separate document, which the browser loads without the
 * router.
 */
export function openReturnPath(navigate: (path: string, options: { replace: boolean }) => void): void {
  const path = readReturnPath(window.location.search);
  if (/^\/admin(\/|\?|$)/.test(path)) window.location.replace(path);
  else navigate(path, { replace: true });
}

/**
 * Reads the URL path to open after the log-in: the query parameter `return` if it is a path of this site, otherwise the
 * path of the account. Paths such as `/.//elsewhere.example` are rejected, because they resolve to another host.
 */
export function readReturnPath(search: string): string {
  const path = new URLSearchParams(search).get('return') ?? '';
  if (!/^\/[^\s\\]*$/.test(path) || !URL.canParse(path, placeholderOrigin)) return '/account';
  const { origin, pathname, search: query, hash } = new URL(path, placeholderOrigin);
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + query + hash : '/account';
}
