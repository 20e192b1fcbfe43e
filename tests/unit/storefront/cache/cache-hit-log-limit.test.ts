import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createCacheHitLogLimit,
  maxLoggedHits,
  maxReportedSites,
} from '#server/storefront/cache/cached-page-fast-path.ts';

const info = vi.fn();
const log = { info } as unknown as FastifyBaseLogger;

const countLoggedHits = (isWithinLimit: (site: number) => boolean, site: number, hits: number): number =>
  Array.from({ length: hits }, () => isWithinLimit(site)).filter(Boolean).length;

describe('createCacheHitLogLimit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    info.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  test('allows a number of lines per site in a second and logs how many hits had none', () => {
    const isWithinLimit = createCacheHitLogLimit(log);
    expect(countLoggedHits(isWithinLimit, 1, maxLoggedHits.ofSite + 7)).toBe(maxLoggedHits.ofSite);
    expect(countLoggedHits(isWithinLimit, 2, 3)).toBe(3);
    expect(info).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(info.mock.calls).toEqual([[{ code: 'cache_hits_not_logged', site: 1, hits: 7 }, 'cache hits not logged']]);
  });

  test('allows a number of lines of all sites together, and reports the sites with the most further hits', () => {
    const isWithinLimit = createCacheHitLogLimit(log);
    const sites = Array.from({ length: 1_000 }, (_, index) => index + 1);
    const logged = sites.map((site) => countLoggedHits(isWithinLimit, site, site === 900 ? 5 : 1));
    expect(logged.reduce((sum, lines) => sum + lines)).toBe(maxLoggedHits.ofAll);
    vi.advanceTimersByTime(1_000);
    expect(info).toHaveBeenCalledTimes(maxReportedSites + 1);
    expect(info.mock.calls[0]?.[0]).toMatchObject({ site: 900, hits: 5 });
    const hits = info.mock.calls.map(([fields]) => (fields as { hits: number }).hits);
    expect(hits.reduce((sum, each) => sum + each)).toBe(1_004 - maxLoggedHits.ofAll);
    expect(info.mock.lastCall?.[0]).toMatchObject({ sites: 800 - maxReportedSites });
  });

  test('divides the limits between the storefronts of a server', () => {
    const isWithinLimit = createCacheHitLogLimit(log, 4);
    expect(countLoggedHits(isWithinLimit, 1, 100)).toBe(Math.ceil(maxLoggedHits.ofSite / 4));
  });

  test('starts anew in the next second', () => {
    const isWithinLimit = createCacheHitLogLimit(log);
    countLoggedHits(isWithinLimit, 1, maxLoggedHits.ofSite);
    vi.advanceTimersByTime(1_000);
    expect(countLoggedHits(isWithinLimit, 1, maxLoggedHits.ofSite)).toBe(maxLoggedHits.ofSite);
    vi.advanceTimersByTime(10_000);
    expect(info).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
