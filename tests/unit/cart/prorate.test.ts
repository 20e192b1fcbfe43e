import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prorate } from '#shared/cart/prorate.ts';

describe('spreading an amount', () => {
  test.each([
    ['in proportion', 100, [3, 1], [75, 25]],
    ['the cent that remains goes to the largest remainder', 100, [1, 1, 1], [34, 33, 33]],
    ['the first of equals first', 5, [1, 1, 1], [2, 2, 1]],
    ['the larger remainder before the first', 10, [1, 5], [2, 8]],
    ['shares of nothing get nothing', 100, [0, 1, 0, 2], [0, 33, 0, 67]],
    ['where all are nothing, the first gets it all', 100, [0, 0], [100, 0]],
    ['nothing is spread as nothing', 0, [1, 2], [0, 0]],
    ['over nobody', 100, [], []],
    ['of less cents than shares', 2, [1, 1, 1], [1, 1, 0]],
    [
      'without losing a cent of very much',
      9_007_199_254_740_991,
      [3, 3, 3],
      [3002399751580331, 3002399751580330, 3002399751580330],
    ],
    ['over shares that together are more than a number holds', 3, [2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1], [1, 1, 1]],
  ])('%s', (_, amount, shares, expected) => expect(prorate(amount, shares)).toEqual(expected));

  test('the parts add up, and each is within a cent of exact', () => {
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

  test('who has more never gets less', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.array(fc.nat(1000), { minLength: 2, maxLength: 8 }), (amount, shares) => {
        const sorted = [...shares].sort((one, other) => other - one);
        const parts = prorate(amount, sorted);
        expect(parts).toEqual([...parts].sort((one, other) => other - one));
      }),
    );
  });
});
