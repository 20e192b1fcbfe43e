import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBoxesFromManagedStock } from '#shared/catalogue/count-boxes-from-managed-stock.ts';

describe('countBoxesFromManagedStock', () => {
  test.each([
    [
      'is limited by the scarcest variant',
      [
        { quantity: 1, stock: 10 },
        { quantity: 1, stock: 3 },
      ],
      3,
    ],
    ['divides the stock by the quantity in a box', [{ quantity: 2, stock: 7 }], 3],
    [
      'returns 0 if a variant is sold out',
      [
        { quantity: 1, stock: 10 },
        { quantity: 6, stock: 5 },
      ],
      0,
    ],
    ['returns 0 for an empty box', [], 0],
    [
      'ignores contents whose stock is not managed',
      [
        { quantity: 2, stock: null },
        { quantity: 1, stock: 4 },
      ],
      4,
    ],
  ])('%s', (_, contents, boxes) => expect(countBoxesFromManagedStock(contents)).toBe(boxes));

  test('returns the largest number of boxes that the stock permits', () => {
    const content = fc.record({ quantity: fc.integer({ min: 1, max: 12 }), stock: fc.integer({ min: 0, max: 500 }) });
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 8 }), (contents) => {
        const boxes = countBoxesFromManagedStock(contents);
        const enoughFor = (count: number) => contents.every(({ quantity, stock }) => quantity * count <= stock);
        return enoughFor(boxes) && !enoughFor(boxes + 1);
      }),
    );
  });
});
