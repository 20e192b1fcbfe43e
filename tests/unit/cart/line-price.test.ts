import { describe, expect, test } from 'vitest';
import { goodsPrice, itemPrice, linePrice } from '#shared/cart/line-price.ts';
import { line, soldBottle } from '#tests/support/fixtures/sold-item-fixtures.ts';

const reduced = (price: number, type: 'EURO' | 'PERCENTAGE', amount: number) =>
  soldBottle({ price, discount: { type, amount, detailType: 'PRODUCT' } });

describe('the price of a line', () => {
  test.each([
    ['is its price times its quantity', line(3), 3000],
    ['half a cent is rounded up for one, not for all', line(6, reduced(1995, 'PERCENTAGE', 10)), 6 * 1796],
    ['euros are taken off each', line(2, reduced(1000, 'EURO', 2.5)), 1500],
    ['a thousandth of a euro counts as the cent it makes', line(2, reduced(1000, 'EURO', 1.005)), 1798],
    ['a reduction larger than the price makes it free', line(4, reduced(300, 'EURO', 5)), 0],
    ['more than a hundred percent too', line(4, reduced(300, 'PERCENTAGE', 120)), 0],
  ])('%s', (_, wanted, expected) => expect(linePrice(wanted)).toBe(expected));

  test('a discount on shipping does not touch it', () => {
    const discount = { type: 'PERCENTAGE', amount: 50, detailType: 'SHIPPING_FEES' } as const;
    expect(itemPrice(soldBottle({ discount }))).toBe(1000);
  });

  test('is exact for more bottles than anyone has', () => {
    expect(linePrice(line(99_999, reduced(1_999_999, 'PERCENTAGE', 12.34)))).toBe(1_753_199 * 99_999);
  });
});

test('the goods are the sum of their lines', () => {
  expect(goodsPrice([])).toBe(0);
  expect(goodsPrice([line(2), line(1, soldBottle({ id: 2, price: 550 }))])).toBe(2550);
});
