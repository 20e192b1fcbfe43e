import type { SharedCacheConfig } from '#server/config.ts';
import type { RawHeaderList } from './cached-page.ts';
import type { RenderedDocument } from './render-outcome.ts';

/** Cache-Control of pages that are the same for everyone: the browser asks on each visit whether they have changed. */
export const pageCacheControl = 'private, no-cache';

/** Surrogate key of all pages of all sites. */
export const allPagesKey = 'cuvee';
export const toSiteKey = (siteId: number): string => `site-${siteId}`;

/** Names of the headers that `addSharedCacheHeaders` adds, whatever the settings. */
const addedHeaders = ['cdn-cache-control', 'surrogate-key', 'cache-tag', 'xkey'];

function isForEveryone({ status, isStorable, headers }: RenderedDocument): boolean {
  if (status !== 200 || !isStorable) return false;
  const names = headers.filter((_, index) => index % 2 === 0);
  return !names.includes('set-cookie') && headers[names.indexOf('cache-control') * 2 + 1] === pageCacheControl;
}

/**
 * Returns the headers of a page with those that let a cache in front keep it, and find it by its surrogate keys. Only a
 * successful page that is the same for everyone and has no other Cache-Control than pages usually have gets them.
 */
export function addSharedCacheHeaders(
  page: RenderedDocument,
  siteId: number,
  { seconds, header, keyHeader }: SharedCacheConfig,
): RawHeaderList {
  if (!isForEveryone(page)) return page.headers;
  const site = toSiteKey(siteId);
  const keys = [allPagesKey, site, `${site}-${(page.pageKind ?? 'OTHER').toLowerCase()}`];
  const added = [keyHeader.toLowerCase(), keys.join(keyHeader === 'Cache-Tag' ? ',' : ' ')];
  if (header === 'CDN-Cache-Control')
    return [...page.headers, ...added, header.toLowerCase(), `public, max-age=${seconds}`];
  return [...replaceCacheControl(page.headers, `public, max-age=0, must-revalidate, s-maxage=${seconds}`), ...added];
}

/** Returns the headers of a page that only this visitor may get, such as an old one while its render fails. */
export function removeSharedCacheHeaders(headers: RawHeaderList): RawHeaderList {
  const kept = headers.filter((_, index) => !addedHeaders.includes(headers[index - (index % 2)] as string));
  return kept.length === headers.length ? headers : replaceCacheControl(kept, pageCacheControl);
}

const replaceCacheControl = (headers: RawHeaderList, value: string): RawHeaderList =>
  headers.map((text, index) => (index % 2 === 1 && headers[index - 1] === 'cache-control' ? value : text));
