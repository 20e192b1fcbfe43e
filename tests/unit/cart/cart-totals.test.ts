import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartTotals, goodsAfterCode } from '#shared/cart/cart-totals.ts';
import { goodsPrice } from '#shared/cart/line-price.ts';
import { includedVat } from '#shared/cart/vat.ts';
import type { Reduction } from '#shared/catalogue/unit-price.ts';
import {
  cartLinesArbitrary,
  line,
  reductionArbitrary,
  soldBottle,
} from '#tests/support/fixtures/sold-item-fixtures.ts';

const euro = (amount: number): Reduction => ({ type: 'EURO', amount, detailType: 'PRODUCT' });
const juice = soldBottle({ id: 2, price: 500, vatRate: 5.5, isAlcohol: false });

describe('what a cart costs', () => {
  test('without code it is goods and shipping', () => {
    expect(cartTotals([line(3)], null, 900)).toEqual({
      bottles: 3,
      subtotal: 3000,
      discount: 0,
      shippingFees: 900,
      total: 3900,
      vat: [{ rate: 20, total: 3900, vat: 650 }],
    });
  });

  test('a code is taken off once, after the discounts of the lines', () => {
    const reduced = soldBottle({ discount: { type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } });
    const code = { type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } as const;
    expect(cartTotals([line(3, reduced)], code, 900)).toMatchObject({ subtotal: 2700, discount: 270, total: 3330 });
  });

  test('a code on shipping is taken off the fee, and no more than the fee', () => {
    const code: Reduction = { type: 'EURO', amount: 20, detailType: 'SHIPPING_FEES' };
    expect(cartTotals([line(3)], code, 900)).toMatchObject({
      subtotal: 3000,
      discount: 900,
      shippingFees: 900,
      total: 3000,
      vat: [{ rate: 20, total: 3000 }],
    });
  });

  test('of goods that a code makes free, the fee remains, taxed as they are', () => {
    expect(cartTotals([line(1), line(2, juice)], euro(100), 900)).toMatchObject({
      subtotal: 2000,
      discount: 2000,
      total: 900,
      vat: [
        { rate: 5.5, total: 450 },
        { rate: 20, total: 450 },
      ],
    });
  });

  test('nothing costs nothing', () => {
    expect(cartTotals([], euro(5), 0)).toEqual({
      bottles: 0,
      subtotal: 0,
      discount: 0,
      shippingFees: 0,
      total: 0,
      vat: [],
    });
  });

  test('the total is goods and fee less the code, and never negative', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, reductionArbitrary, fc.nat(20_000), (lines, code, fee) => {
        const { subtotal, shippingFees, discount, total } = cartTotals(lines, code, fee);
        expect(total).toBe(subtotal + shippingFees - discount);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(subtotal).toBe(goodsPrice(lines));
        expect(shippingFees).toBe(fee);
      }),
    );
  });

  test('the shares by rate of VAT add up to the total, each with the VAT that is in it', () => {
    fc.assert(
      fc.property(cartLinesArbitrary, reductionArbitrary, fc.nat(20_000), (lines, code, fee) => {
        const { vat, total } = cartTotals(lines, code, lines.length > 0 ? fee : 0);
        expect(vat.reduce((sum, share) => sum + share.total, 0)).toBe(total);
        expect(vat.map(({ rate }) => rate)).toEqual(
          [...new Set(lines.map(({ item }) => item.vatRate))].sort((a, b) => a - b),
        );
        for (const share of vat) {
          expect(share.total).toBeGreaterThanOrEqual(0);
          expect(share.vat).toBe(includedVat(share.total, share.rate));
        }
      }),
    );
  });
});

describe('the goods that free shipping looks at', () => {
  test.each([
    ['are those of the lines', null, 3000],
    ['less a code', euro(5), 2500],
    ['not less than nothing', euro(50), 0],
    ['a code on shipping leaves them as they are', { ...euro(5), detailType: 'SHIPPING_FEES' as const }, 3000],
  ])('%s', (_, code, expected) => expect(goodsAfterCode([line(3)], code)).toBe(expected));
});
