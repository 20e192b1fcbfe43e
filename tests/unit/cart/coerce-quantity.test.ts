import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerceQuantity, isInStep, quantityStep } from '#shared/cart/coerce-quantity.ts';
import { maxLineQuantity } from '#shared/limits.ts';

describe('what the cart makes of a typed quantity', () => {
  test.each([
    ['a whole number stays', '7', 1, 7],
    ['a number too', 7, 1, 7],
    ['space around it does not matter', ' 7 ', 1, 7],
    ['nothing is one', '', 1, 1],
    ['a word is one', 'many', 1, 1],
    ['no number is one', Number.NaN, 1, 1],
    ['what follows the number is dropped', '12abc', 1, 12],
    ['an exponent is no part of a quantity', '1e3', 1, 1],
    ['the fraction is dropped', 2.9, 1, 2],
    ['also where it is typed', '2.9', 1, 2],
    ['and with a comma', '2,9', 1, 2],
    ['a negative number is one', -3, 1, 1],
    ['also where it is typed', '-3', 1, 1],
    ['nought removes the line', 0, 6, 0],
    ['also where it is typed', '0', 6, 0],
    ['a fraction under one too', 0.5, 1, 0],
    ['it is raised to the next step', 7, 6, 12],
    ['a whole step stays', 12, 6, 12],
    ['one is raised to the first step', '1', 6, 6],
    ['a negative one too', -8, 6, 6],
    ['more than fits is what fits', 500_000, 1, maxLineQuantity],
    ['in whole steps', 500_000, 6, 99_996],
    ['endless is what fits', Number.POSITIVE_INFINITY, 1, maxLineQuantity],
    ['and so are four hundred nines', '9'.repeat(400), 1, maxLineQuantity],
    ['endlessly negative is one', Number.NEGATIVE_INFINITY, 1, 1],
  ])('%s: %s in steps of %i', (_, typed, step, expected) => expect(coerceQuantity(typed, step)).toBe(expected));

  test.each([
    ['up to what there is', 9, 1, 5, 5],
    ['in whole steps of it', 9, 6, 11, 6],
    ['less than a step is nothing', 9, 6, 5, 0],
    ['nothing is nothing', 9, 1, 0, 0],
    ['less than nothing too', 9, 6, -1, 0],
    ['however much there is, a line has its limit', 500_000, 1, 1_000_000, maxLineQuantity],
  ])('%s', (_, typed, step, most, expected) => expect(coerceQuantity(typed, step, most)).toBe(expected));

  const typed = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.integer().map(String));
  const step = fc.integer({ min: 1, max: 24 });
  const most = fc.integer({ min: 0, max: 200_000 });

  test('is in step, within what there is, and the same when it is done again', () => {
    fc.assert(
      fc.property(typed, step, most, (value, inSteps, atMost) => {
        const quantity = coerceQuantity(value, inSteps, atMost);
        expect(quantity === 0 || isInStep(quantity, inSteps)).toBe(true);
        expect(quantity).toBeLessThanOrEqual(Math.min(atMost, maxLineQuantity));
        expect(coerceQuantity(quantity, inSteps, atMost)).toBe(quantity);
        expect(coerceQuantity(String(quantity), inSteps, atMost)).toBe(quantity);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the step', () => {
  test.each([
    ['a vintage wine has that of its declination', true, 6, 6],
    ['anything else is sold by the unit', false, 6, 1],
    ['no step is one', true, 0, 1],
  ])('%s', (_, isVintage, sellByMultipleOf, expected) =>
    expect(quantityStep({ isVintage, sellByMultipleOf })).toBe(expected),
  );

  test.each([
    [12, 6, true],
    [7, 6, false],
    [0, 6, false],
    [-6, 6, false],
    [1.5, 1, false],
    [Number.NaN, 1, false],
    [Number.POSITIVE_INFINITY, 1, false],
  ])('%s is in steps of %i: %s', (quantity, step, expected) => expect(isInStep(quantity, step)).toBe(expected));
});
