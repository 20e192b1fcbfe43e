import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import { isPositiveMultipleOfStep } from '#shared/catalogue/quantity-step.ts';
import { maxLineQuantity } from '#shared/limits.ts';

describe('coerceQuantity', () => {
  test.each([
    ['keeps a whole number as text', '7', 1, 7],
    ['keeps a whole number', 7, 1, 7],
    ['trims white space', ' 7 ', 1, 7],
    ['returns 1 for an empty text', '', 1, 1],
    ['returns 1 for a word', 'many', 1, 1],
    ['returns 1 for NaN', Number.NaN, 1, 1],
    ['ignores text after the number', '12abc', 1, 12],
    ['ignores an exponent', '1e3', 1, 1],
    ['drops a fraction', 2.9, 1, 2],
    ['drops a fraction in a text', '2.9', 1, 2],
    ['drops a fraction after a comma', '2,9', 1, 2],
    ['returns 1 for a negative number', -3, 1, 1],
    ['returns 1 for a negative number in a text', '-3', 1, 1],
    ['keeps 0, which removes the line', 0, 6, 0],
    ['keeps 0 in a text', '0', 6, 0],
    ['returns 0 for a fraction below 1', 0.5, 1, 0],
    ['rounds up to the next step', 7, 6, 12],
    ['keeps a whole step', 12, 6, 12],
    ['rounds 1 up to the first step', '1', 6, 6],
    ['returns the first step for a negative number', -8, 6, 6],
    ['limits the quantity of a line', 500_000, 1, maxLineQuantity],
    ['limits the quantity of a line to whole steps', 500_000, 6, 99_996],
    ['limits infinity', Number.POSITIVE_INFINITY, 1, maxLineQuantity],
    ['limits a number of 400 digits', '9'.repeat(400), 1, maxLineQuantity],
    ['returns 1 for negative infinity', Number.NEGATIVE_INFINITY, 1, 1],
  ])('%s: %s in steps of %i', (_, entered, step, expected) => expect(coerceQuantity(entered, step)).toBe(expected));

  test.each([
    ['limits the quantity to the maximum', 9, 1, 5, 5],
    ['limits the quantity to whole steps within the maximum', 9, 6, 11, 6],
    ['returns 0 if the maximum is less than a step', 9, 6, 5, 0],
    ['returns 0 for a maximum of 0', 9, 1, 0, 0],
    ['returns 0 for a negative maximum', 9, 6, -1, 0],
    ['limits the quantity of a line below a larger maximum', 500_000, 1, 1_000_000, maxLineQuantity],
  ])('%s', (_, entered, step, max, expected) => expect(coerceQuantity(entered, step, max)).toBe(expected));

  const entered = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.integer().map(String));
  const step = fc.integer({ min: 1, max: 24 });
  const max = fc.integer({ min: 0, max: 200_000 });

  test('returns a quantity in step and within the limit, and is idempotent', () => {
    fc.assert(
      fc.property(entered, step, max, (value, stepSize, limit) => {
        const quantity = coerceQuantity(value, stepSize, limit);
        expect(quantity === 0 || isPositiveMultipleOfStep(quantity, stepSize)).toBe(true);
        expect(quantity).toBeLessThanOrEqual(Math.min(limit, maxLineQuantity));
        expect(coerceQuantity(quantity, stepSize, limit)).toBe(quantity);
        expect(coerceQuantity(String(quantity), stepSize, limit)).toBe(quantity);
      }),
      { numRuns: 500 },
    );
  });
});
