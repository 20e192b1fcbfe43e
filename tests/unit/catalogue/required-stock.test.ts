import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBoxesFromManagedStock } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { computeRequiredStock, findLinesExceedingStock } from '#shared/catalogue/required-stock.ts';
import {
  cartLinesArbitrary,
  createBoxContent,
  createSellableBottle,
  createSellableBox,
  createSellableLine,
  stockArbitrary,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const one = createSellableBottle({ id: 1 });
const two = createSellableBottle({ id: 2 });
const box = createSellableBox([createBoxContent(1, 2), createBoxContent(2, 1)]);

describe('the required stock of a cart', () => {
  test.each([
    ['returns nothing without lines', [], []],
    ['returns the quantity of a bottle', [createSellableLine(3)], [[1, 3]]],
    ['adds lines of the same variant', [createSellableLine(3), createSellableLine(2)], [[1, 5]]],
    [
      'returns the contents of a box',
      [createSellableLine(3, box)],
      [
        [1, 6],
        [2, 3],
      ],
    ],
    [
      'adds bottles in and outside boxes',
      [createSellableLine(3, box), createSellableLine(1, two), createSellableLine(1, one)],
      [
        [1, 7],
        [2, 4],
      ],
    ],
    ['returns nothing for an empty box', [createSellableLine(3, createSellableBox([]))], []],
    [
      'adds repeated contents of a box',
      [createSellableLine(2, createSellableBox([createBoxContent(1, 1), createBoxContent(1, 2)]))],
      [[1, 6]],
    ],
    [
      'sorts by variant id',
      [createSellableLine(1, two), createSellableLine(1, one)],
      [
        [1, 1],
        [2, 1],
      ],
    ],
  ])('%s', (_, lines, expected) => expect([...computeRequiredStock(lines)]).toEqual(expected));

  test('does not depend on the order of lines', () => {
    const shuffled = cartLinesArbitrary.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length })),
    );
    fc.assert(
      fc.property(shuffled, ([lines, others]) => {
        expect([...computeRequiredStock(others)]).toEqual([...computeRequiredStock(lines)]);
      }),
    );
  });
});

describe('lines that exceed the stock', () => {
  const left = new Map([
    [1, 10],
    [2, 3],
  ]);
  test.each([
    ['accepts a quantity equal to the stock', [createSellableLine(10)], []],
    ['reports a quantity one above the stock', [createSellableLine(11)], [{ index: 0, available: 10 }]],
    ['accepts any quantity without a counted stock', [createSellableLine(99_999, createSellableBottle({ id: 7 }))], []],
    [
      'reports both lines of a variant that exceed its stock together',
      [createSellableLine(6), createSellableLine(6)],
      [
        { index: 0, available: 4 },
        { index: 1, available: 4 },
      ],
    ],
    ['accepts as many boxes as the scarcest content permits', [createSellableLine(3, box)], []],
    [
      'reports one box more than the scarcest content permits',
      [createSellableLine(4, box)],
      [{ index: 0, available: 3 }],
    ],
    [
      'reports a box and its content that exceed the stock together',
      [createSellableLine(3, box), createSellableLine(1, two), createSellableLine(1)],
      [
        { index: 0, available: 2 },
        { index: 1, available: 0 },
      ],
    ],
    [
      'omits lines with sufficient stock',
      [createSellableLine(5), createSellableLine(4, two)],
      [{ index: 1, available: 3 }],
    ],
    [
      'reports zero available if other lines use the whole stock',
      [createSellableLine(10), createSellableLine(1)],
      [
        { index: 0, available: 9 },
        { index: 1, available: 0 },
      ],
    ],
    [
      'reports zero available if other lines exceed the stock',
      [createSellableLine(12), createSellableLine(1)],
      [
        { index: 0, available: 9 },
        { index: 1, available: 0 },
      ],
    ],
    [
      'ignores contents of a box without a counted stock',
      [createSellableLine(6, createSellableBox([createBoxContent(1, 2), createBoxContent(7, 1)]))],
      [{ index: 0, available: 5 }],
    ],
    [
      'counts repeated contents of a box',
      [createSellableLine(4, createSellableBox([createBoxContent(1, 1), createBoxContent(1, 2)]))],
      [{ index: 0, available: 3 }],
    ],
    ['reports an empty box', [createSellableLine(1, createSellableBox([]))], [{ index: 0, available: 0 }]],
    [
      'accepts an empty box without a counted stock',
      [createSellableLine(1, createSellableBox([], { setQuantity: false }))],
      [],
    ],
  ])('%s', (_, lines, expected) => expect(findLinesExceedingStock(lines, left)).toEqual(expected));

  const isEmptyBox = ({ item }: { item: { type: string; contents: readonly unknown[] } }) =>
    item.type === 'BOX' && item.contents.length === 0;

  test('reports nothing exactly if the required stock is available', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, stockArbitrary, (all, stock) => {
        const lines = all.filter((each) => !isEmptyBox(each));
        const fits = [...computeRequiredStock(lines)].every(
          ([id, need]) => need <= (stock.get(id) ?? Number.POSITIVE_INFINITY),
        );
        expect(findLinesExceedingStock(lines, stock).length === 0).toBe(fits);
      }),
      { numRuns: 300 },
    );
  });

  test('reports as available the largest quantity that fits beside the other lines', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, stockArbitrary, (all, stock) => {
        const lines = all.filter((each) => !isEmptyBox(each));
        for (const { index, available } of findLinesExceedingStock(lines, stock)) {
          expect(available).toBeGreaterThanOrEqual(0);
          expect(available).toBeLessThanOrEqual(lines[index]?.quantity ?? 0);
          const others = lines.filter((_, at) => at !== index);
          if (findLinesExceedingStock(others, stock).length > 0) continue;
          const cut = (quantity: number) => lines.map((each, at) => (at === index ? { ...each, quantity } : each));
          expect(findLinesExceedingStock(cut(available), stock)).toEqual([]);
          expect(findLinesExceedingStock(cut(available + 1), stock)).not.toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('agrees with countBoxesFromManagedStock for a single box', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(40),
        fc.nat(40),
        (a, b, ofA, ofB) => {
          const mixed = createSellableBox([createBoxContent(1, a), createBoxContent(2, b)]);
          const boxes = countBoxesFromManagedStock([
            { quantity: a, stock: ofA },
            { quantity: b, stock: ofB },
          ]);
          const stock = new Map([
            [1, ofA],
            [2, ofB],
          ]);
          if (boxes > 0) expect(findLinesExceedingStock([createSellableLine(boxes, mixed)], stock)).toEqual([]);
          expect(findLinesExceedingStock([createSellableLine(boxes + 1, mixed)], stock)).toEqual([
            { index: 0, available: boxes },
          ]);
        },
      ),
    );
  });
});
