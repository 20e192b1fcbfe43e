import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bottleCount, halfBottles } from '#shared/shipping/bottle-count.ts';
import { cartLinesArbitrary, boxContent, line, soldBottle, soldBox } from '#tests/support/fixtures/sold-item-fixtures.ts';

const half = soldBottle({ capacity: 37.5 });
const magnum = soldBottle({ capacity: 1.5, capacityUnit: 'LITER' });
const cognac = soldBottle({ capacity: 0.7, capacityUnit: 'LITER' });
const tickets = soldBottle({ hasShippingFees: false });
const mixed = soldBox([boxContent(1, 2), boxContent(2, 3, { capacity: 37.5 })]);

test.each([
  ['an empty cart has none', [], 0],
  ['a bottle is one', [line(1)], 1],
  ['a half bottle alone is none', [line(1, half)], 0],
  ['two halves make a bottle', [line(2, half)], 1],
  ['five halves count two', [line(5, half)], 2],
  ['halves of different lines meet', [line(1, half), line(1, { ...half, id: 2 })], 1],
  ['anything under 75 cl is a half', [line(2, cognac)], 1],
  ['74.9 cl is under', [line(2, soldBottle({ capacity: 0.749, capacityUnit: 'LITER' }))], 1],
  ['a magnum is one', [line(3, magnum)], 3],
  ['a box is what is in it', [line(1, soldBox([boxContent(1, 6)]))], 6],
  ['halves in boxes meet', [line(2, mixed)], 7],
  ['and those beside them', [line(1, mixed), line(1, half)], 4],
  ['a box is no half bottle, however small it says it is', [line(2, soldBox([boxContent(1, 1)], { capacity: 20 }))], 2],
  ['a box of nothing is nothing', [line(3, soldBox([]))], 0],
  ['what has no shipping fees is nothing', [line(9, tickets)], 0],
  ['a box without shipping fees too', [line(9, { ...mixed, hasShippingFees: false })], 0],
])('%s', (_, lines, expected) => expect(bottleCount(lines)).toBe(expected));

test('the count never grows when a line goes, and never shrinks when one grows', () => {
  fc.assert(
    fc.property(cartLinesArbitrary, fc.nat(), (lines, pick) => {
      const at = pick % Math.max(1, lines.length);
      expect(bottleCount(lines.filter((_, index) => index !== at))).toBeLessThanOrEqual(bottleCount(lines));
      const more = lines.map((each, index) => (index === at ? { ...each, quantity: each.quantity + 1 } : each));
      expect(bottleCount(more)).toBeGreaterThanOrEqual(bottleCount(lines));
    }),
  );
});

test('the order of lines does not matter, and only the last half is lost', () => {
  fc.assert(
    fc.property(cartLinesArbitrary, (lines) => {
      const halves = lines.reduce((sum, { item, quantity }) => sum + halfBottles(item) * quantity, 0);
      expect(bottleCount([...lines].reverse())).toBe(bottleCount(lines));
      expect(halves - 2 * bottleCount(lines)).toBeGreaterThanOrEqual(0);
      expect(halves - 2 * bottleCount(lines)).toBeLessThanOrEqual(1);
    }),
  );
});
