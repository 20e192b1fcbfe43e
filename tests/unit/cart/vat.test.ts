import { describe, expect, test } from 'vitest';
import { computeIncludedVat, computeVatShares } from '#shared/cart/vat.ts';
import { createSellableBottle, createSellableLine } from '#tests/support/fixtures/sellable-item-fixtures.ts';

const juice = createSellableBottle({ id: 2, price: 500, vatRate: 5.5, isAlcohol: false });

test.each([
  [1200, 20, 200],
  [3, 20, 1],
  [2, 20, 0],
  [1055, 5.5, 55],
  [1000, 5.5, 52],
  [1000, 10, 91],
  [1021, 2.1, 21],
  [1000, 0, 0],
  [0, 20, 0],
])('computeIncludedVat(%i, %d) returns %i', (total, rate, vat) => expect(computeIncludedVat(total, rate)).toBe(vat));

describe('computeVatShares', () => {
  test('groups lines by rate, the lowest first', () => {
    expect(
      computeVatShares(
        [createSellableLine(1), createSellableLine(2, juice), createSellableLine(1, createSellableBottle({ id: 3 }))],
        0,
        0,
      ),
    ).toEqual([
      { rate: 5.5, total: 1000, vat: 52 },
      { rate: 20, total: 2000, vat: 333 },
    ]);
  });

  test('prorates a discount by the prices of the lines', () => {
    expect(computeVatShares([createSellableLine(1), createSellableLine(4, juice)], 300, 0)).toMatchObject([
      { rate: 5.5, total: 1800 },
      { rate: 20, total: 900 },
    ]);
  });

  test('taxes shipping like the goods', () => {
    expect(computeVatShares([createSellableLine(1), createSellableLine(4, juice)], 0, 900)).toMatchObject([
      { rate: 5.5, total: 2600 },
      { rate: 20, total: 1300 },
    ]);
  });

  test('gives the remaining cent to the largest remainder', () => {
    expect(computeVatShares([createSellableLine(1), createSellableLine(1, juice)], 100, 0)).toMatchObject([
      { rate: 5.5, total: 467 },
      { rate: 20, total: 933 },
    ]);
  });

  test('taxes shipping of free goods like the first line', () => {
    expect(
      computeVatShares(
        [createSellableLine(1, createSellableBottle({ price: 0 })), createSellableLine(1, { ...juice, price: 0 })],
        0,
        900,
      ),
    ).toMatchObject([
      { rate: 5.5, total: 0 },
      { rate: 20, total: 900 },
    ]);
  });
});
