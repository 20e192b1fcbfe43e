import { describe, expect, test } from 'vitest';
import { computeCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { FreeShipping, ShipmentLimitNotice } from '#client/features/cart/FreeShipping/FreeShipping.tsx';
import type { ShippingRules } from '#shared/shipping/shipping.ts';
import { englishTexts, renderInApp, t } from '#tests/components/render-in-app.tsx';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const noRules: ShippingRules = {
  freeFromBottles: 0,
  freeFromGoods: 0,
  minBottles: 0,
  maxBottles: 0,
  sellsWorldwide: false,
};
/** Returns the amounts of a cart with this number of bottles at 10 euros each. */
const bottles = (quantity: number, overrides = {}) => {
  const product = createSampleWine({ declination: [createSampleVariant({ price: 10, ...overrides })] });
  return computeCartAmounts({ products: [{ id: 0, product, variantId: 1, quantity }], discount: null });
};
const amount = englishTexts.euros(40);

describe('FreeShipping', () => {
  test.each([
    ['nothing if shipping is never free', noRules, ''],
    ['the bottles that are missing', { ...noRules, freeFromBottles: 8 }, t('cart.free.bottles', { count: 2 })],
    ['the amount that is missing', { ...noRules, freeFromGoods: 10_000 }, t('cart.free.goods', { amount })],
    [
      'both if either is enough',
      { ...noRules, freeFromBottles: 8, freeFromGoods: 10_000 },
      t('cart.free.both', { count: 2, amount }),
    ],
    ['that the limit is reached', { ...noRules, freeFromBottles: 6 }, t('cart.free.reached')],
  ])('shows %s', (_, rules, expected) => {
    const { container } = renderInApp(<FreeShipping amounts={bottles(6)} rules={rules} />);
    expect(container.textContent).toBe(expected);
  });
});

describe('ShipmentLimitNotice', () => {
  const limits = { ...noRules, minBottles: 3, maxBottles: 12 };

  test.each([
    [2, t('cart.shipment.min', { min: '3' })],
    [3, ''],
    [12, ''],
    [13, t('cart.shipment.max', { max: '12' })],
  ])('shows for %s bottles “%s”', (quantity, expected) => {
    const { container } = renderInApp(<ShipmentLimitNotice amounts={bottles(quantity)} rules={limits} />);
    expect(container.textContent).toBe(expected);
  });
});
