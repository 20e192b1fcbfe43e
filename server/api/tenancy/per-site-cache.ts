import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '#server/http/limiter.ts';

interface PerSiteCacheOptions<T> {
  max: number;
  ttlMs: number;
  /** Loads the value of a site. Null is returned to the caller and not cached. */
  load(siteId: number): Promise<T | null>;
}

interface PerSiteCache<T> {
  /** Returns the value of a site. Concurrent calls for the same site share one load. */
  get(siteId: number): Promise<T | null>;
  /**
   * Invalidates the value of one site, or with null the values of all sites. Calls that already wait for a load still
   * get its result.
   */
  invalidate(siteId: number | null): void;
}

/**
 * Creates a cache with one value per site. It does not use the method `fetch` of lru-cache, which rejects all waiting
 * calls if their entry is deleted or evicted.
 */
export function createPerSiteCache<T extends object>({ max, ttlMs, load }: PerSiteCacheOptions<T>): PerSiteCache<T> {
  const cache = new LRUCache<number, T>({ max, ttl: ttlMs });
  const loadOnce = createSingleFlight<T | null>();
  // The version is part of a load's key, so that a call after an invalidation never joins an older load.
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
