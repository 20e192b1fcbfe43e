import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CachedPage, createCachedPage, estimateCachedPageBytes } from '#server/storefront/cache/cached-page.ts';
import { SiteQuotaLruCache } from '#server/storefront/cache/cached-page-store.ts';
import { PageResponseCounters } from '#server/storefront/cache/page-counts.ts';

const createPage = (state: CachedPage['state'], bytes = 5_000): CachedPage =>
  createCachedPage({
    status: 200,
    headers: [],
    body: Buffer.alloc(bytes),
    state,
    generation: 1,
    renderedAt: 0,
    freshUntil: 0,
    isFailure: false,
    counts: new PageResponseCounters().of(40, 'HOME'),
  });

const pageBytes = estimateCachedPageBytes(createPage({ generation: 1 }));
const storedKeys = (cache: SiteQuotaLruCache, keys: readonly string[]) => keys.filter((key) => cache.peek(key));
const keysOf = (site: string, count: number) => Array.from({ length: count }, (_, i) => `${site}/${i}`);

describe('SiteQuotaLruCache', () => {
  test('keeps the pages in use when many other URLs are requested once', () => {
    const cache = new SiteQuotaLruCache(pageBytes * 8);
    const site = { generation: 1 };
    const used = keysOf('used', 8);
    for (const key of used) cache.set(key, createPage(site));
    for (const key of keysOf('scan', 1_000)) cache.set(key, createPage(site));
    expect(storedKeys(cache, used)).toEqual(used);
  });

  test('admits a page to the full cache when it is rendered for the second time', () => {
    const cache = new SiteQuotaLruCache(pageBytes * 2);
    const site = { generation: 1 };
    for (const key of ['a', 'b', 'c', 'c']) cache.set(key, createPage(site));
    expect(storedKeys(cache, ['a', 'b', 'c'])).toEqual(['b', 'c']);
  });

  test('lets one site occupy the whole cache only while it is alone', () => {
    const cache = new SiteQuotaLruCache(pageBytes * 16);
    const first = { generation: 1 };
    const flooded = { generation: 1 };
    for (const key of keysOf('first', 4)) cache.set(key, createPage(first));
    // Each page is stored twice, because a full cache admits a page only at its second render.
    for (const key of [...keysOf('flooded', 200), ...keysOf('flooded', 200)]) cache.set(key, createPage(flooded));
    expect(storedKeys(cache, keysOf('first', 4))).toHaveLength(4);
    expect(storedKeys(cache, keysOf('flooded', 200))).toHaveLength(8);
  });

  test('replaces a stored page whose size has changed', () => {
    const cache = new SiteQuotaLruCache(pageBytes * 2);
    const site = { generation: 1 };
    cache.set('a', createPage(site));
    cache.set('a', createPage(site, 1_000));
    expect(cache.bytes).toBe(estimateCachedPageBytes(createPage(site, 1_000)));
  });

  test('never exceeds its limit, and after a page is set holds this page, the one before it or none', () => {
    const sites = [{ generation: 1 }, { generation: 1 }, { generation: 1 }];
    const step = fc.record({ site: fc.nat(2), page: fc.nat(12), bytes: fc.integer({ min: 1, max: 40_000 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const cache = new SiteQuotaLruCache(60_000);
        for (const { site, page, bytes } of steps) {
          const key = `${site}/${page}`;
          const entry = createPage(sites[site] as CachedPage['state'], bytes);
          const before = cache.peek(key);
          cache.set(key, entry);
          expect(cache.bytes).toBeLessThanOrEqual(60_000);
          expect([undefined, before, entry]).toContain(cache.peek(key));
        }
      }),
    );
  });
});
