import { describe, expect, test } from 'vitest';
import { getQuantityStep, isPositiveMultipleOfStep } from '#shared/catalogue/quantity-step.ts';

describe('getQuantityStep and isPositiveMultipleOfStep', () => {
  test.each([
    ['the step of the variant for a vintage wine', true, 6, 6],
    ['1 for any other product', false, 6, 1],
    ['1 for a step of 0', true, 0, 1],
  ])('getQuantityStep returns %s', (_, isVintage, sellByMultipleOf, expected) =>
    expect(getQuantityStep({ isVintage, sellByMultipleOf })).toBe(expected),
  );

  test.each([
    [12, 6, true],
    [7, 6, false],
    [0, 6, false],
    [-6, 6, false],
    [1.5, 1, false],
    [Number.NaN, 1, false],
    [Number.POSITIVE_INFINITY, 1, false],
  ])('isPositiveMultipleOfStep(%s, %i) returns %s', (quantity, step, expected) =>
    expect(isPositiveMultipleOfStep(quantity, step)).toBe(expected),
  );
});
