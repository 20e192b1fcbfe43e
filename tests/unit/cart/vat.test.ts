import { describe, expect, test } from 'vitest';
import { includedVat, vatShares } from '#shared/cart/vat.ts';
import { line, soldBottle } from '#tests/support/fixtures/sold-item-fixtures.ts';

const juice = soldBottle({ id: 2, price: 500, vatRate: 5.5, isAlcohol: false });

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
])('in %i cents at %d percent are %i of VAT', (total, rate, vat) => expect(includedVat(total, rate)).toBe(vat));

describe('the VAT of an order', () => {
  test('is told by rate, the lowest first, lines of one rate together', () => {
    expect(vatShares([line(1), line(2, juice), line(1, soldBottle({ id: 3 }))], 0, 0)).toEqual([
      { rate: 5.5, total: 1000, vat: 52 },
      { rate: 20, total: 2000, vat: 333 },
    ]);
  });

  test('a code is spread over the lines in proportion to their prices', () => {
    expect(vatShares([line(1), line(4, juice)], 300, 0)).toMatchObject([
      { rate: 5.5, total: 1800 },
      { rate: 20, total: 900 },
    ]);
  });

  test('shipping is taxed like the goods that it brings', () => {
    expect(vatShares([line(1), line(4, juice)], 0, 900)).toMatchObject([
      { rate: 5.5, total: 2600 },
      { rate: 20, total: 1300 },
    ]);
  });

  test('the cent that remains goes to the largest remainder', () => {
    expect(vatShares([line(1), line(1, juice)], 100, 0)).toMatchObject([
      { rate: 5.5, total: 467 },
      { rate: 20, total: 933 },
    ]);
  });

  test('shipping of free goods is taxed like the first of them', () => {
    expect(vatShares([line(1, soldBottle({ price: 0 })), line(1, { ...juice, price: 0 })], 0, 900)).toMatchObject([
      { rate: 5.5, total: 0 },
      { rate: 20, total: 900 },
    ]);
  });
});
