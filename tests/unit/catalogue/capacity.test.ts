import { describe, expect, test } from 'vitest';
import { computePricePerLitre, countsAsHalfBottle, toCentilitres } from '#shared/catalogue/capacity.ts';

describe('toCentilitres and countsAsHalfBottle', () => {
  test.each([
    [0.75, 'LITER', 75, false],
    [0.375, 'LITER', 37.5, true],
    [0.57, 'LITER', 57, true],
    [1, 'LITER', 100, false],
    [37.5, 'CENTILITRE', 37.5, true],
    [75, 'CENTILITRE', 75, false],
    [150, 'CENTILITRE', 150, false],
  ] as const)('return for %s %s %s cl and half bottle %s', (capacity, capacityUnit, volume, half) => {
    expect(toCentilitres({ capacity, capacityUnit })).toBe(volume);
    expect(countsAsHalfBottle('WINE', { capacity, capacityUnit })).toBe(half);
  });

  test('countsAsHalfBottle returns false for a box', () =>
    expect(countsAsHalfBottle('BOX', { capacity: 25, capacityUnit: 'CENTILITRE' })).toBe(false));
});

describe('computePricePerLitre', () => {
  test.each([
    [990, 75, 1320],
    [1000, 37.5, 2667],
    [1, 75, 1],
    [500, 100, 500],
    [500, 0, null],
  ])('returns for %i cents and %s cl %s', (price, capacity, expected) =>
    expect(computePricePerLitre(price, { capacity, capacityUnit: 'CENTILITRE' })).toBe(expected),
  );
});
