import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBottlesToShip, itemToHalfBottleUnits } from '#shared/shipping/count-bottles-to-ship.ts';
import {
  cartLinesArbitrary,
  createBoxContent,
  createSellableBottle,
  createSellableBox,
  createSellableLine,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const half = createSellableBottle({ capacity: 37.5 });
const magnum = createSellableBottle({ capacity: 1.5, capacityUnit: 'LITER' });
const cognac = createSellableBottle({ capacity: 0.7, capacityUnit: 'LITER' });
const tickets = createSellableBottle({ hasShippingFees: false });
const mixed = createSellableBox([createBoxContent(1, 2), createBoxContent(2, 3, { capacity: 37.5 })]);

describe('countBottlesToShip', () => {
  test.each([
    ['returns 0 for an empty cart', [], 0],
    ['counts a bottle as one', [createSellableLine(1)], 1],
    ['counts a single half bottle as zero', [createSellableLine(1, half)], 0],
    ['counts two half bottles as one', [createSellableLine(2, half)], 1],
    ['counts five half bottles as two', [createSellableLine(5, half)], 2],
    [
      'adds half bottles of different lines',
      [createSellableLine(1, half), createSellableLine(1, { ...half, id: 2 })],
      1,
    ],
    ['counts a bottle of 70 cl as a half bottle', [createSellableLine(2, cognac)], 1],
    [
      'counts a bottle of 74.9 cl as a half bottle',
      [createSellableLine(2, createSellableBottle({ capacity: 0.749, capacityUnit: 'LITER' }))],
      1,
    ],
    ['counts a magnum as one', [createSellableLine(3, magnum)], 3],
    ['counts the bottles in a box', [createSellableLine(1, createSellableBox([createBoxContent(1, 6)]))], 6],
    ['adds half bottles of different boxes', [createSellableLine(2, mixed)], 7],
    ['adds half bottles in and outside boxes', [createSellableLine(1, mixed), createSellableLine(1, half)], 4],
    [
      'ignores the capacity of a box',
      [createSellableLine(2, createSellableBox([createBoxContent(1, 1)], { capacity: 20 }))],
      2,
    ],
    ['counts an empty box as zero', [createSellableLine(3, createSellableBox([]))], 0],
    ['counts products without shipping fees as zero', [createSellableLine(9, tickets)], 0],
    ['counts a box without shipping fees as zero', [createSellableLine(9, { ...mixed, hasShippingFees: false })], 0],
  ])('%s', (_, lines, expected) => expect(countBottlesToShip(lines)).toBe(expected));

  test('never increases when a line is removed and never decreases when a quantity grows', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, fc.nat(), (lines, pick) => {
        const at = pick % Math.max(1, lines.length);
        expect(countBottlesToShip(lines.filter((_, index) => index !== at))).toBeLessThanOrEqual(
          countBottlesToShip(lines),
        );
        const more = lines.map((each, index) => (index === at ? { ...each, quantity: each.quantity + 1 } : each));
        expect(countBottlesToShip(more)).toBeGreaterThanOrEqual(countBottlesToShip(lines));
      }),
    );
  });

  test('does not depend on the order of lines and drops at most one half bottle', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, (lines) => {
        const halves = lines.reduce((sum, { item, quantity }) => sum + itemToHalfBottleUnits(item) * quantity, 0);
        expect(countBottlesToShip([...lines].reverse())).toBe(countBottlesToShip(lines));
        expect(halves - 2 * countBottlesToShip(lines)).toBeGreaterThanOrEqual(0);
        expect(halves - 2 * countBottlesToShip(lines)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
