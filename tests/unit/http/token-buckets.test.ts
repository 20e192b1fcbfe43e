import { expect, test } from 'vitest';
import { TokenBuckets } from '#server/http/token-buckets.ts';

const takeAll = (buckets: TokenBuckets, key: string, count: number, now: number): number =>
  Array.from({ length: count }, () => buckets.tryTake(key, now)).filter(Boolean).length;

test('TokenBuckets accepts a burst, then as many requests as the rate refills', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 25, maxKeys: 10 });
  expect(takeAll(buckets, 'a', 100, 0)).toBe(25);
  expect(takeAll(buckets, 'a', 100, 40)).toBe(0);
  expect(takeAll(buckets, 'a', 100, 1_000)).toBe(10);
  expect(takeAll(buckets, 'a', 100, 61_000)).toBe(25);
});

test('TokenBuckets counts each key on its own', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1, maxKeys: 10 });
  expect([buckets.tryTake('a', 0), buckets.tryTake('b', 0), buckets.tryTake('a', 0)]).toEqual([true, true, false]);
});

test('TokenBuckets: refused requests do not delay the refill', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1, maxKeys: 10 });
  expect(buckets.tryTake('a', 0)).toBe(true);
  for (let now = 50; now < 500; now += 50) expect(buckets.tryTake('a', now)).toBe(false);
  expect(buckets.tryTake('a', 1_000)).toBe(true);
});

test('TokenBuckets gives no tokens for a clock that goes backwards', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1, maxKeys: 10 });
  expect([buckets.tryTake('a', 5_000), buckets.tryTake('a', 1_000)]).toEqual([true, false]);
});

test('TokenBuckets lets a charged key wait until its debt is paid, and limits the debt to one bucket', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 4, maxKeys: 10 });
  expect(buckets.tryTake('a', 0)).toBe(true);
  buckets.charge('a', 5, 0);
  expect([1_000, 2_000, 3_000].map((now) => buckets.tryTake('a', now))).toEqual([false, false, true]);
  buckets.charge('a', 1_000, 3_000);
  expect(buckets.tryTake('a', 7_000)).toBe(false);
  expect(buckets.tryTake('a', 8_000)).toBe(true);
  expect(buckets.tryTake('b', 3_000)).toBe(true);
});
