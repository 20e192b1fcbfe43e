import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import { computeIncludedVat } from '#shared/cart/vat.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import {
  cartLinesArbitrary,
  createSellableBottle,
  createSellableLine,
  reductionArbitrary,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const euro = (amount: number): DiscountPriceFields => ({ type: 'EURO', amount, detailType: 'PRODUCT' });
const juice = createSellableBottle({ id: 2, price: 500, vatRate: 5.5, isAlcohol: false });

describe('computeCartTotals', () => {
  test('adds goods and shipping', () => {
    expect(computeCartTotals([createSellableLine(3)], null, 900)).toEqual({
      bottles: 3,
      subtotal: 3000,
      discount: 0,
      shippingFees: 900,
      total: 3900,
      vat: [{ rate: 20, total: 3900, vat: 650 }],
    });
  });

  test('subtracts a discount code once, after the discounts of the lines', () => {
    const reduced = createSellableBottle({ discount: { type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } });
    const code = { type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } as const;
    expect(computeCartTotals([createSellableLine(3, reduced)], code, 900)).toMatchObject({
      subtotal: 2700,
      discount: 270,
      total: 3330,
    });
  });

  test('subtracts a discount code on shipping from the fee, at most the fee', () => {
    const code: DiscountPriceFields = { type: 'EURO', amount: 20, detailType: 'SHIPPING_FEES' };
    expect(computeCartTotals([createSellableLine(3)], code, 900)).toMatchObject({
      subtotal: 3000,
      discount: 900,
      shippingFees: 900,
      total: 3000,
      vat: [{ rate: 20, total: 3000 }],
    });
  });

  test('taxes the fee like the goods if a discount code makes them free', () => {
    expect(computeCartTotals([createSellableLine(1), createSellableLine(2, juice)], euro(100), 900)).toMatchObject({
      subtotal: 2000,
      discount: 2000,
      total: 900,
      vat: [
        { rate: 5.5, total: 450 },
        { rate: 20, total: 450 },
      ],
    });
  });

  test('returns zero for an empty cart', () => {
    expect(computeCartTotals([], euro(5), 0)).toEqual({
      bottles: 0,
      subtotal: 0,
      discount: 0,
      shippingFees: 0,
      total: 0,
      vat: [],
    });
  });

  test('returns a total of goods and fee less the discount that is never negative', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, reductionArbitrary, fc.nat(20_000), (lines, code, fee) => {
        const { subtotal, shippingFees, discount, total } = computeCartTotals(lines, code, fee);
        expect(total).toBe(subtotal + shippingFees - discount);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(subtotal).toBe(computeGoodsPrice(lines));
        expect(shippingFees).toBe(fee);
      }),
    );
  });

  test('splits the total by VAT rate, each share with its VAT', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, reductionArbitrary, fc.nat(20_000), (lines, code, fee) => {
        const { vat, total } = computeCartTotals(lines, code, lines.length > 0 ? fee : 0);
        expect(vat.reduce((sum, share) => sum + share.total, 0)).toBe(total);
        expect(vat.map(({ rate }) => rate)).toEqual(
          [...new Set(lines.map(({ item }) => item.vatRate))].sort((a, b) => a - b),
        );
        for (const share of vat) {
          expect(share.total).toBeGreaterThanOrEqual(0);
          expect(share.vat).toBe(computeIncludedVat(share.total, share.rate));
        }
      }),
    );
  });
});

describe('computeGoodsPriceAfterCode', () => {
  test.each([
    ['returns the goods of the lines', null, 3000],
    ['subtracts a discount code', euro(5), 2500],
    ['returns at least zero', euro(50), 0],
    ['ignores a discount code on shipping', { ...euro(5), detailType: 'SHIPPING_FEES' as const }, 3000],
  ])('%s', (_, code, expected) => expect(computeGoodsPriceAfterCode([createSellableLine(3)], code)).toBe(expected));
});
