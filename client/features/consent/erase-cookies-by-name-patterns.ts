/** Lists a host name and its parent domains, on which a service may have set cookies: `www.a.fr` and `a.fr`. */
function listCookieDomains(hostname: string): string[] {
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Deletes the cookies of the host and its parent domains whose names match one of the patterns. */
export function eraseCookiesByNamePatterns(patterns: readonly RegExp[]): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? '');
  for (const name of names.filter((candidate) => patterns.some((pattern) => pattern.test(candidate)))) {
    const expired = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
    document.cookie = expired;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
    for (const domain of listCookieDomains(window.location.hostname)) document.cookie = `${expired}; Domain=${domain}`;
  }
}
