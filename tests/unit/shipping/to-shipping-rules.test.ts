import { expect, test } from 'vitest';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';

test('toShippingRules maps the parameters of a site to shipping rules, with the price in cents', () => {
  expect(
    toShippingRules({
      FREE_SHIPPING_BOTTLE: 12,
      FREE_SHIPPING_PRICE: 149.9,
      MINIMUM_EXPEDITION_BOTTLE: 3,
      MAXIMUM_EXPEDITION_BOTTLE: 60,
      SELLS_WORLDWIDE: true,
    }),
  ).toEqual({ freeFromBottles: 12, freeFromGoods: 14_990, minBottles: 3, maxBottles: 60, sellsWorldwide: true });
});

test('toShippingRules has no rule for an unset parameter', () => {
  expect(toShippingRules({})).toEqual({
    freeFromBottles: 0,
    freeFromGoods: 0,
    minBottles: 0,
    maxBottles: 0,
    sellsWorldwide: false,
  });
});
