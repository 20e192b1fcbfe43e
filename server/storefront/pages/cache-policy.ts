import type { RenderResult } from '#shared/rendering.ts';

export interface CachePolicy {
  /** May be kept and given to later visitors. */
  store: boolean;
  /** May be given to those who ask at the same moment. */
  share: boolean;
}

type RenderedPage = Extract<RenderResult, { kind: 'page' }>;

/**
 * Whether a rendered page may be stored and shared. Stored is only complete success that the renderer calls cacheable
 * and that sets no cookie: no failure, no list page beyond the last, nothing of one visitor. Shared is also a failure:
 * whoever waits for it would only fail again. A page at a secret address is neither, whatever came of it.
 */
export function cachePolicy({
  status,
  cacheable,
  secret,
  headers,
}: Pick<RenderedPage, 'status' | 'cacheable' | 'secret' | 'headers'>): CachePolicy {
  if (secret) return { store: false, share: false };
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isPersonal = names.includes('set-cookie') || /no-store|private/.test(headerOf(headers, 'cache-control'));
  const store = status === 200 && cacheable && !isPersonal;
  return { store, share: store || (status >= 400 && !isPersonal) };
}

const headerOf = (headers: Readonly<Record<string, string>>, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
