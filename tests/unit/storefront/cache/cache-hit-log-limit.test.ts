import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCacheHitLogLimit, maxLoggedHits } from '#server/storefront/cache/cached-page-fast-path.ts';

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
    expect(countLoggedHits(isWithinLimit, 1, maxLoggedHits + 7)).toBe(maxLoggedHits);
    expect(countLoggedHits(isWithinLimit, 2, 3)).toBe(3);
    expect(info).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(info.mock.calls).toEqual([[{ code: 'cache_hits_not_logged', site: 1, hits: 7 }, 'cache hits not logged']]);
  });

  test('starts anew in the next second', () => {
    const isWithinLimit = createCacheHitLogLimit(log);
    countLoggedHits(isWithinLimit, 1, maxLoggedHits);
    vi.advanceTimersByTime(1_000);
    expect(countLoggedHits(isWithinLimit, 1, maxLoggedHits)).toBe(maxLoggedHits);
    vi.advanceTimersByTime(10_000);
    expect(info).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
