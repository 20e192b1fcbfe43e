import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '#server/http/limiter.ts';

export interface SiteCacheOptions<T> {
  /** Maximum number of sites. */
  max: number;
  ttlMs: number;
  /** null is not cached. */
  load(siteId: number): Promise<T | null>;
}

export interface SiteCache<T> {
  /** Concurrent calls for the same site share one load. */
  get(siteId: number): Promise<T | null>;
  /** Invalidates one site, or with null all of them. Loads in flight still answer the calls that wait for them. */
  invalidate(siteId: number | null): void;
}

/**
 * Caches one value per site. It does not use `fetch` of lru-cache, which rejects all waiting calls when the entry that
 * they wait for is deleted or evicted.
 */
export function createSiteCache<T extends object>({ max, ttlMs, load }: SiteCacheOptions<T>): SiteCache<T> {
  const cache = new LRUCache<number, T>({ max, ttl: ttlMs });
  const loadOnce = createSingleFlight<T | null>();
  // Part of the key of a load, so that a call after an invalidation never joins an older load.
  const versions = new Map<number, number>();
  let epoch = 0;
  const versionOf = (siteId: number) => `${epoch} ${versions.get(siteId) ?? 0}`;
  return {
    get: async (siteId) => {
      const cached = cache.get(siteId);
      if (cached) return cached;
      const version = versionOf(siteId);
      return loadOnce(`${siteId} ${version}`, async () => {
        const value = await load(siteId);
        if (value && version === versionOf(siteId)) cache.set(siteId, value);
        return value;
      });
    },
    invalidate: (siteId) => {
      if (siteId === null) {
        epoch++;
        cache.clear();
      } else {
        versions.set(siteId, (versions.get(siteId) ?? 0) + 1);
        cache.delete(siteId);
      }
    },
  };
}
