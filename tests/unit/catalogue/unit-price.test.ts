import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeDiscountedUnitPrice,
  type DiscountPriceFields,
  selectVariantOrProductDiscount,
} from '#shared/catalogue/unit-price.ts';

const euro = (amount: number): DiscountPriceFields => ({ type: 'EURO', amount, detailType: 'PRODUCT' });
const percent = (amount: number): DiscountPriceFields => ({ type: 'PERCENTAGE', amount, detailType: 'PRODUCT' });
const shipping: DiscountPriceFields = { type: 'PERCENTAGE', amount: 50, detailType: 'SHIPPING_FEES' };

describe('computeDiscountedUnitPrice', () => {
  test.each([
    ['returns the price without a discount', 990, null, 990],
    ['subtracts an amount', 990, euro(1.5), 840],
    ['returns zero for an amount above the price', 300, euro(5), 0],
    ['subtracts a percentage', 1000, percent(15), 850],
    ['rounds half a cent up', 1010, percent(5), 960],
    ['rounds half a cent up for a percentage that is a binary fraction', 1150, percent(10.5), 1029],
    ['returns zero for 100 percent', 990, percent(100), 0],
    ['ignores a discount on shipping', 990, shipping, 990],
  ])('%s', (_, price, discount, expected) => expect(computeDiscountedUnitPrice(price, discount)).toBe(expected));

  test('returns whole cents between zero and the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.constantFrom('EURO' as const, 'PERCENTAGE' as const),
        fc.integer({ min: 1, max: 10_000 }),
        (price, type, hundredths) => {
          const reduced = computeDiscountedUnitPrice(price, { type, amount: hundredths / 100, detailType: 'PRODUCT' });
          return Number.isInteger(reduced) && reduced >= 0 && reduced <= price;
        },
      ),
    );
  });
});

describe('selectVariantOrProductDiscount', () => {
  test.each([
    ['prefers the discount of the variant', euro(1), euro(2), 1],
    ['returns the discount of the product if the variant has none', null, euro(2), 2],
    ['skips a discount on shipping', shipping, euro(2), 2],
    ['returns nothing without discounts', null, null, undefined],
  ])('%s', (_, own, products, amount) => expect(selectVariantOrProductDiscount(own, products)?.amount).toBe(amount));
});
