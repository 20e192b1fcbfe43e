import { describe, expect, test, vi } from 'vitest';
import { createPerSiteCache } from '#server/api/tenancy/per-site-cache.ts';

interface Value {
  siteId: number;
}

/** Creates a cache whose loads end when the test resolves their promises. */
function createDeferredCache(max = 10) {
  const loads: PromiseWithResolvers<Value | null>[] = [];
  const load = vi.fn(() => {
    const deferred = Promise.withResolvers<Value | null>();
    loads.push(deferred);
    return deferred.promise;
  });
  return { loads, load, cache: createPerSiteCache<Value>({ max, ttlMs: 60_000, load }) };
}

describe('createPerSiteCache', () => {
  test('shares one load between concurrent calls and keeps its result', async () => {
    const { cache, load, loads } = createDeferredCache();
    const calls = [cache.get(40), cache.get(40)];
    loads[0]?.resolve({ siteId: 40 });
    expect(await Promise.all(calls)).toEqual([{ siteId: 40 }, { siteId: 40 }]);
    await cache.get(40);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the site', 40],
    ['all sites', null],
  ])('resolves calls that wait while %s is invalidated, and does not keep their value', async (_, invalidated) => {
    const { cache, load, loads } = createDeferredCache();
    const waiting = cache.get(40);
    cache.invalidate(invalidated);
    const later = cache.get(40);
    loads[1]?.resolve({ siteId: 2 });
    expect(await later).toEqual({ siteId: 2 });
    loads[0]?.resolve({ siteId: 1 });
    expect(await waiting).toEqual({ siteId: 1 });
    expect(await cache.get(40)).toEqual({ siteId: 2 });
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('resolves waiting calls when more sites than its maximum are loading', async () => {
    const { cache, loads } = createDeferredCache(1);
    const calls = [cache.get(1), cache.get(2), cache.get(3)];
    for (const [index, load] of loads.entries()) load.resolve({ siteId: index + 1 });
    expect(await Promise.all(calls)).toEqual([{ siteId: 1 }, { siteId: 2 }, { siteId: 3 }]);
  });

  test('does not cache a missing value or a failure', async () => {
    const { cache, load, loads } = createDeferredCache();
    const missing = cache.get(40);
    loads[0]?.resolve(null);
    expect(await missing).toBeNull();
    const failing = cache.get(40);
    loads[1]?.reject(new Error('lost connection'));
    await expect(failing).rejects.toThrow('lost connection');
    const found = cache.get(40);
    loads[2]?.resolve({ siteId: 40 });
    expect(await found).toEqual({ siteId: 40 });
    expect(load).toHaveBeenCalledTimes(3);
  });
});
