import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';

test.each([
  [
    'the scarcest decides',
    [
      { quantity: 1, left: 10 },
      { quantity: 1, left: 3 },
    ],
    3,
  ],
  ['two of a kind halve what is left', [{ quantity: 2, left: 7 }], 3],
  [
    'one that is sold out sells out the box',
    [
      { quantity: 1, left: 10 },
      { quantity: 6, left: 5 },
    ],
    0,
  ],
  ['a box of nothing cannot be sold', [], 0],
])('%s', (_, parts, boxes) => expect(boxQuantity(parts)).toBe(boxes));

test('so many boxes can be made and not one more', () => {
  const part = fc.record({ quantity: fc.integer({ min: 1, max: 12 }), left: fc.integer({ min: 0, max: 500 }) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const boxes = boxQuantity(parts);
      const enoughFor = (count: number) => parts.every(({ quantity, left }) => quantity * count <= left);
      return enoughFor(boxes) && !enoughFor(boxes + 1);
    }),
  );
});
