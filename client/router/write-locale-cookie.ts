import type { Lang } from '#shared/languages.ts';
import { ttlSecondsByCookie } from '#shared/limits.ts';

/** Stores the language of this host in a cookie for scripts in the browser. The server does not read this cookie. */
export function writeLocaleCookie(lang: Lang): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all supported browsers
  document.cookie = `locale=${lang}; Max-Age=${ttlSecondsByCookie.locale}; Path=/; SameSite=Lax${secure}`;
}
