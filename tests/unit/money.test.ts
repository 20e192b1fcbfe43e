import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsToEuros, computePercentageOfAmount, eurosToCents, eurosToFractionalCents } from '#shared/money.ts';

test.each([
  [19.9, 1990],
  [19.905, 1990.5],
  [0.57, 57],
  [0, 0],
])('eurosToFractionalCents converts %d euros to %d cents', (euros, cents) =>
  expect(eurosToFractionalCents(euros)).toBe(cents),
);

describe('eurosToCents', () => {
  test.each([
    [19.9, 1990],
    [1.005, 101],
    [1.0049, 100],
    [0.005, 1],
    [0.1 + 0.2, 30],
    [1e-7, 0],
    [123_456_789.01, 12_345_678_901],
    [1e21, 1e23],
    [0, 0],
  ])('converts %d euros to %d cents', (euros, cents) => expect(eurosToCents(euros)).toBe(cents));

  test('inverts centsToEuros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (cents) => eurosToCents(centsToEuros(cents)) === cents),
    );
  });
});

test.each([
  [1000, 15, 150],
  [1010, 5, 51],
  [1009, 5, 50],
  [2500, 12.34, 309],
  [10_000_000_002_500, 12.34, 1_234_000_000_309],
  [1000, 0, 0],
  [0, 50, 0],
  [300, 120, 360],
])('computePercentageOfAmount(%i, %d) returns %i', (amount, percent, expected) =>
  expect(computePercentageOfAmount(amount, percent)).toBe(expected),
);
