import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countHalfBottles, countShippedBottles } from '#shared/shipping/count-shipped-bottles.ts';
import {
  boxContent,
  cartLinesArbitrary,
  itemLine,
  sellableBottle,
  sellableBox,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const half = sellableBottle({ capacity: 37.5 });
const magnum = sellableBottle({ capacity: 1.5, capacityUnit: 'LITER' });
const cognac = sellableBottle({ capacity: 0.7, capacityUnit: 'LITER' });
const tickets = sellableBottle({ hasShippingFees: false });
const mixed = sellableBox([boxContent(1, 2), boxContent(2, 3, { capacity: 37.5 })]);

describe('countShippedBottles', () => {
  test.each([
    ['returns 0 for an empty cart', [], 0],
    ['counts a bottle as one', [itemLine(1)], 1],
    ['counts a single half bottle as zero', [itemLine(1, half)], 0],
    ['counts two half bottles as one', [itemLine(2, half)], 1],
    ['counts five half bottles as two', [itemLine(5, half)], 2],
    ['adds half bottles of different lines', [itemLine(1, half), itemLine(1, { ...half, id: 2 })], 1],
    ['counts a bottle of 70 cl as a half bottle', [itemLine(2, cognac)], 1],
    [
      'counts a bottle of 74.9 cl as a half bottle',
      [itemLine(2, sellableBottle({ capacity: 0.749, capacityUnit: 'LITER' }))],
      1,
    ],
    ['counts a magnum as one', [itemLine(3, magnum)], 3],
    ['counts the bottles in a box', [itemLine(1, sellableBox([boxContent(1, 6)]))], 6],
    ['adds half bottles of different boxes', [itemLine(2, mixed)], 7],
    ['adds half bottles in and outside boxes', [itemLine(1, mixed), itemLine(1, half)], 4],
    ['ignores the capacity of a box', [itemLine(2, sellableBox([boxContent(1, 1)], { capacity: 20 }))], 2],
    ['counts an empty box as zero', [itemLine(3, sellableBox([]))], 0],
    ['counts products without shipping fees as zero', [itemLine(9, tickets)], 0],
    ['counts a box without shipping fees as zero', [itemLine(9, { ...mixed, hasShippingFees: false })], 0],
  ])('%s', (_, lines, expected) => expect(countShippedBottles(lines)).toBe(expected));

  test('never increases when a line is removed and never decreases when a quantity grows', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, fc.nat(), (lines, pick) => {
        const at = pick % Math.max(1, lines.length);
        expect(countShippedBottles(lines.filter((_, index) => index !== at))).toBeLessThanOrEqual(
          countShippedBottles(lines),
        );
        const more = lines.map((each, index) => (index === at ? { ...each, quantity: each.quantity + 1 } : each));
        expect(countShippedBottles(more)).toBeGreaterThanOrEqual(countShippedBottles(lines));
      }),
    );
  });

  test('does not depend on the order of lines and drops at most one half bottle', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, (lines) => {
        const halves = lines.reduce((sum, { item, quantity }) => sum + countHalfBottles(item) * quantity, 0);
        expect(countShippedBottles([...lines].reverse())).toBe(countShippedBottles(lines));
        expect(halves - 2 * countShippedBottles(lines)).toBeGreaterThanOrEqual(0);
        expect(halves - 2 * countShippedBottles(lines)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
