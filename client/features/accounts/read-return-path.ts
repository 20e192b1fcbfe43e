/** Base URL for resolving relative URLs. The domain `.invalid` is reserved (RFC 2606), so no site can have it. */
const placeholderOrigin = 'https://site.invalid';

/**
 * Opens the page to which the log-in leads. The admin panel is a document of its own, so that the browser loads the
 * panel instead of the router.
 */
export function openReturnPath(navigate: (path: string, options: { replace: boolean }) => void): void {
  const path = readReturnPath(window.location.search);
  if (/^\/admin(\/|\?|$)/.test(path)) window.location.replace(path);
  else navigate(path, { replace: true });
}

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
