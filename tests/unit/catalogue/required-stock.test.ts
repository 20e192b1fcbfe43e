import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';
import { requiredStock, stockShortages } from '#shared/catalogue/required-stock.ts';
import {
  boxContent,
  cartLinesArbitrary,
  line,
  soldBottle,
  soldBox,
  stockArbitrary,
} from '#tests/support/fixtures/sold-item-fixtures.ts';

const one = soldBottle({ id: 1 });
const two = soldBottle({ id: 2 });
const box = soldBox([boxContent(1, 2), boxContent(2, 1)]);

describe('what a cart takes from the stock', () => {
  test.each([
    ['nothing takes nothing', [], []],
    ['a bottle takes itself', [line(3)], [[1, 3]]],
    ['two lines of one are added', [line(3), line(2)], [[1, 5]]],
    [
      'a box takes what is in it',
      [line(3, box)],
      [
        [1, 6],
        [2, 3],
      ],
    ],
    [
      'beside bottles of the same',
      [line(3, box), line(1, two), line(1, one)],
      [
        [1, 7],
        [2, 4],
      ],
    ],
    ['a box of nothing takes nothing', [line(3, soldBox([]))], []],
    ['what a box holds twice is added', [line(2, soldBox([boxContent(1, 1), boxContent(1, 2)]))], [[1, 6]]],
    [
      'always in the order of the declinations',
      [line(1, two), line(1, one)],
      [
        [1, 1],
        [2, 1],
      ],
    ],
  ])('%s', (_, lines, expected) => expect([...requiredStock(lines)]).toEqual(expected));

  test('is the same in whatever order the lines are', () => {
    const shuffled = cartLinesArbitrary.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length })),
    );
    fc.assert(
      fc.property(shuffled, ([lines, others]) => {
        expect([...requiredStock(others)]).toEqual([...requiredStock(lines)]);
      }),
    );
  });
});

describe('lines that the stock does not allow', () => {
  const left = new Map([
    [1, 10],
    [2, 3],
  ]);
  test.each([
    ['as many as there are can be sold', [line(10)], []],
    ['one more cannot', [line(11)], [{ index: 0, available: 10 }]],
    ['what is not counted can', [line(99_999, soldBottle({ id: 7 }))], []],
    [
      'two lines of one are short together',
      [line(6), line(6)],
      [
        { index: 0, available: 4 },
        { index: 1, available: 4 },
      ],
    ],
    ['as many boxes as the scarcest allows', [line(3, box)], []],
    ['not one more', [line(4, box)], [{ index: 0, available: 3 }]],
    [
      'a box and a bottle in it are short together',
      [line(3, box), line(1, two), line(1)],
      [
        { index: 0, available: 2 },
        { index: 1, available: 0 },
      ],
    ],
    ['the bottle of which there is enough is not short', [line(5), line(4, two)], [{ index: 1, available: 3 }]],
    [
      'nothing is left where the others take all',
      [line(10), line(1)],
      [
        { index: 0, available: 9 },
        { index: 1, available: 0 },
      ],
    ],
    [
      'nor where they take more than all',
      [line(12), line(1)],
      [
        { index: 0, available: 9 },
        { index: 1, available: 0 },
      ],
    ],
    [
      'a box that is counted in part',
      [line(6, soldBox([boxContent(1, 2), boxContent(7, 1)]))],
      [{ index: 0, available: 5 }],
    ],
    [
      'what a box holds twice counts twice',
      [line(4, soldBox([boxContent(1, 1), boxContent(1, 2)]))],
      [{ index: 0, available: 3 }],
    ],
    ['a box of nothing cannot be sold', [line(1, soldBox([]))], [{ index: 0, available: 0 }]],
    ['but where nothing is counted nothing is refused', [line(1, soldBox([], { setQuantity: false }))], []],
  ])('%s', (_, lines, expected) => expect(stockShortages(lines, left)).toEqual(expected));

  const isBoxOfNothing = ({ item }: { item: { type: string; contents: readonly unknown[] } }) =>
    item.type === 'BOX' && item.contents.length === 0;

  test('there are none exactly where the need is in stock', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, stockArbitrary, (all, stock) => {
        const lines = all.filter((each) => !isBoxOfNothing(each));
        const fits = [...requiredStock(lines)].every(
          ([id, need]) => need <= (stock.get(id) ?? Number.POSITIVE_INFINITY),
        );
        expect(stockShortages(lines, stock).length === 0).toBe(fits);
      }),
      { numRuns: 300 },
    );
  });

  test('a line that is cut to what is available fits among the others where they fit alone', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, stockArbitrary, (all, stock) => {
        const lines = all.filter((each) => !isBoxOfNothing(each));
        for (const { index, available } of stockShortages(lines, stock)) {
          expect(available).toBeGreaterThanOrEqual(0);
          expect(available).toBeLessThanOrEqual(lines[index]?.quantity ?? 0);
          const others = lines.filter((_, at) => at !== index);
          if (stockShortages(others, stock).length > 0) continue;
          const cut = (quantity: number) => lines.map((each, at) => (at === index ? { ...each, quantity } : each));
          expect(stockShortages(cut(available), stock)).toEqual([]);
          expect(stockShortages(cut(available + 1), stock)).not.toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a box alone can be sold as often as the catalogue says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(40),
        fc.nat(40),
        (a, b, ofA, ofB) => {
          const mixed = soldBox([boxContent(1, a), boxContent(2, b)]);
          const says = boxQuantity([
            { quantity: a, stock: ofA },
            { quantity: b, stock: ofB },
          ]);
          const stock = new Map([
            [1, ofA],
            [2, ofB],
          ]);
          if (says > 0) expect(stockShortages([line(says, mixed)], stock)).toEqual([]);
          expect(stockShortages([line(says + 1, mixed)], stock)).toEqual([{ index: 0, available: says }]);
        },
      ),
    );
  });
});
