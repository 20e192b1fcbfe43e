import { describe, expect, test } from 'vitest';
import { computeCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { type CartDiscount, emptyCart } from '#client/features/cart/persisted-cart.ts';
import { emptyCheckoutDraft } from '#client/features/checkout/checkout-draft.ts';
import { computeOrderAmounts } from '#client/features/checkout/page/use-order-amounts.ts';
import { createSampleCarrier } from '#tests/support/fixtures/sample-checkout.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const product = createSampleWine({ declination: [createSampleVariant({ id: 1, price: 9.99 })] });
const cart = { ...emptyCart, products: [{ id: 0, product, variantId: 1, quantity: 2 }] };
const delivered = { ...emptyCheckoutDraft, carrier: createSampleCarrier({ fdp: 8.9, price: 8.9 }) };
const discount = (overrides: Partial<CartDiscount> = {}): CartDiscount => ({
  id: 1,
  code: 'X',
  type: 'EURO',
  amount: 5,
  detailType: 'PRODUCT',
  value: 0,
  total: 0,
  subtotal: 0,
  shippingFees: 0,
  ...overrides,
});

describe('computeCartAmounts', () => {
  test('contains the goods without a shipping fee', () => {
    expect(computeCartAmounts(cart).totals).toMatchObject({ bottles: 2, subtotal: 1998, shippingFees: 0, total: 1998 });
  });

  test('subtracts a discount on products from the goods', () => {
    expect(computeCartAmounts({ ...cart, discount: discount() })).toMatchObject({
      goods: 1498,
      totals: { total: 1498 },
    });
  });
});

describe('computeOrderAmounts', () => {
  test('contains the fee of the chosen carrier', () => {
    expect(computeOrderAmounts(cart, delivered)).toMatchObject({ totals: { total: 2888 }, isFeeKnown: true });
  });

  test('reports an unknown fee before a carrier is chosen', () => {
    expect(computeOrderAmounts(cart, emptyCheckoutDraft)).toMatchObject({ totals: { total: 1998 }, isFeeKnown: false });
  });

  test('contains no fee for click-and-collect', () => {
    const collected = { ...delivered, deliveryType: 'clickAndCollect' } as const;
    expect(computeOrderAmounts(cart, collected)).toMatchObject({ totals: { total: 1998 }, isFeeKnown: true });
  });

  test('subtracts a discount on shipping from the fee and not from the goods', () => {
    const onFee = computeOrderAmounts({ ...cart, discount: discount({ detailType: 'SHIPPING_FEES' }) }, delivered);
    expect(onFee).toMatchObject({ goods: 1998, totals: { discount: 500, total: 2388 } });
  });
});
