import { describe, expect, test } from 'vitest';
import { computeGoodsPrice, computeItemPrice, computeLinePrice } from '#shared/cart/line-price.ts';
import { createSellableBottle, createSellableLine } from '#tests/support/fixtures/sellable-item-fixtures.ts';

const reduced = (price: number, type: 'EURO' | 'PERCENTAGE', amount: number) =>
  createSellableBottle({ price, discount: { type, amount, detailType: 'PRODUCT' } });

describe('computeLinePrice', () => {
  test.each([
    ['multiplies price and quantity', createSellableLine(3), 3000],
    ['rounds half a cent up per unit', createSellableLine(6, reduced(1995, 'PERCENTAGE', 10)), 6 * 1796],
    ['subtracts an amount from each unit', createSellableLine(2, reduced(1000, 'EURO', 2.5)), 1500],
    ['rounds an amount to cents', createSellableLine(2, reduced(1000, 'EURO', 1.005)), 1798],
    ['returns zero for a reduction above the price', createSellableLine(4, reduced(300, 'EURO', 5)), 0],
    ['returns zero for more than 100 percent', createSellableLine(4, reduced(300, 'PERCENTAGE', 120)), 0],
  ])('%s', (_, cartLine, expected) => expect(computeLinePrice(cartLine)).toBe(expected));

  test('ignores a discount on shipping', () => {
    const discount = { type: 'PERCENTAGE', amount: 50, detailType: 'SHIPPING_FEES' } as const;
    expect(computeItemPrice(createSellableBottle({ discount }))).toBe(1000);
  });

  test('is exact for large quantities', () => {
    expect(computeLinePrice(createSellableLine(99_999, reduced(1_999_999, 'PERCENTAGE', 12.34)))).toBe(
      1_753_199 * 99_999,
    );
  });
});

test('computeGoodsPrice returns the sum of the lines', () => {
  expect(computeGoodsPrice([])).toBe(0);
  expect(
    computeGoodsPrice([createSellableLine(2), createSellableLine(1, createSellableBottle({ id: 2, price: 550 }))]),
  ).toBe(2550);
});
