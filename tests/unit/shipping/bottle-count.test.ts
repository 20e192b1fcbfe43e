import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bottleCount, halfBottles } from '#shared/shipping/bottle-count.ts';
import {
  boxContent,
  cartLinesArbitrary,
  line,
  soldBottle,
  soldBox,
} from '#tests/support/fixtures/sold-item-fixtures.ts';

const half = soldBottle({ capacity: 37.5 });
const magnum = soldBottle({ capacity: 1.5, capacityUnit: 'LITER' });
const cognac = soldBottle({ capacity: 0.7, capacityUnit: 'LITER' });
const tickets = soldBottle({ hasShippingFees: false });
const mixed = soldBox([boxContent(1, 2), boxContent(2, 3, { capacity: 37.5 })]);

describe('bottleCount', () => {
  test.each([
    ['returns 0 for an empty cart', [], 0],
    ['counts a bottle as one', [line(1)], 1],
    ['counts a single half bottle as zero', [line(1, half)], 0],
    ['counts two half bottles as one', [line(2, half)], 1],
    ['counts five half bottles as two', [line(5, half)], 2],
    ['adds half bottles of different lines', [line(1, half), line(1, { ...half, id: 2 })], 1],
    ['counts a bottle of 70 cl as a half bottle', [line(2, cognac)], 1],
    [
      'counts a bottle of 74.9 cl as a half bottle',
      [line(2, soldBottle({ capacity: 0.749, capacityUnit: 'LITER' }))],
      1,
    ],
    ['counts a magnum as one', [line(3, magnum)], 3],
    ['counts the bottles in a box', [line(1, soldBox([boxContent(1, 6)]))], 6],
    ['adds half bottles of different boxes', [line(2, mixed)], 7],
    ['adds half bottles in and outside boxes', [line(1, mixed), line(1, half)], 4],
    ['ignores the capacity of a box', [line(2, soldBox([boxContent(1, 1)], { capacity: 20 }))], 2],
    ['counts an empty box as zero', [line(3, soldBox([]))], 0],
    ['counts products without shipping fees as zero', [line(9, tickets)], 0],
    ['counts a box without shipping fees as zero', [line(9, { ...mixed, hasShippingFees: false })], 0],
  ])('%s', (_, lines, expected) => expect(bottleCount(lines)).toBe(expected));

  test('never increases when a line is removed and never decreases when a quantity grows', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, fc.nat(), (lines, pick) => {
        const at = pick % Math.max(1, lines.length);
        expect(bottleCount(lines.filter((_, index) => index !== at))).toBeLessThanOrEqual(bottleCount(lines));
        const more = lines.map((each, index) => (index === at ? { ...each, quantity: each.quantity + 1 } : each));
        expect(bottleCount(more)).toBeGreaterThanOrEqual(bottleCount(lines));
      }),
    );
  });

  test('does not depend on the order of lines and drops at most one half bottle', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, (lines) => {
        const halves = lines.reduce((sum, { item, quantity }) => sum + halfBottles(item) * quantity, 0);
        expect(bottleCount([...lines].reverse())).toBe(bottleCount(lines));
        expect(halves - 2 * bottleCount(lines)).toBeGreaterThanOrEqual(0);
        expect(halves - 2 * bottleCount(lines)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
