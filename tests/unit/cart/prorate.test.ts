import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prorate } from '#shared/cart/prorate.ts';

describe('prorate', () => {
  test.each([
    ['splits in proportion to the weights', 100, [3, 1], [75, 25]],
    ['gives the remaining cent to the largest remainder', 100, [1, 1, 1], [34, 33, 33]],
    ['gives remaining cents to the first of equal remainders', 5, [1, 1, 1], [2, 2, 1]],
    ['prefers a larger remainder to an earlier weight', 10, [1, 5], [2, 8]],
    ['returns 0 for zero weights', 100, [0, 1, 0, 2], [0, 33, 0, 67]],
    ['returns all to the first if all weights are zero', 100, [0, 0], [100, 0]],
    ['splits zero into zeros', 0, [1, 2], [0, 0]],
    ['returns nothing without weights', 100, [], []],
    ['splits fewer cents than weights', 2, [1, 1, 1], [1, 1, 0]],
    [
      'splits the largest safe integer exactly',
      9_007_199_254_740_991,
      [3, 3, 3],
      [3002399751580331, 3002399751580330, 3002399751580330],
    ],
    ['accepts weights whose sum exceeds the safe integers', 3, [2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1], [1, 1, 1]],
  ])('%s', (_, amount, shares, expected) => expect(prorate(amount, shares)).toEqual(expected));

  test('returns parts that add up, each within a cent of the exact share', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.array(fc.oneof(fc.nat(50), fc.maxSafeNat()), { minLength: 1, maxLength: 12 }),
        (amount, shares) => {
          const parts = prorate(amount, shares);
          const sum = shares.reduce((total, share) => total + BigInt(share), 0n);
          expect(parts.reduce((total, part) => total + BigInt(part), 0n)).toBe(BigInt(amount));
          if (sum > 0n)
            parts.forEach((part, index) => {
              const off = BigInt(part) * sum - BigInt(amount) * BigInt(shares[index] ?? 0);
              expect(off < sum && -off < sum).toBe(true);
            });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('never gives less to a larger weight', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.array(fc.nat(1000), { minLength: 2, maxLength: 8 }), (amount, shares) => {
        const sorted = [...shares].sort((a, b) => b - a);
        const parts = prorate(amount, sorted);
        expect(parts).toEqual([...parts].sort((a, b) => b - a));
      }),
    );
  });
});
