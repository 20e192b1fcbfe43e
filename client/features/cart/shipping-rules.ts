import { eurosToCents } from '#shared/money.ts';
import type { ShippingRules } from '#shared/shipping/shipping.ts';
import type { Parameters } from '#shared/site/parameter-types.ts';

/** What a site's parameters say of shipping; what is unset is no rule. */
export const shippingRulesOf = (parameters: Parameters): ShippingRules => ({
  freeFromBottles: parameters.FREE_SHIPPING_BOTTLE ?? 0,
  freeFromGoods: eurosToCents(parameters.FREE_SHIPPING_PRICE ?? 0),
  minBottles: parameters.MINIMUM_EXPEDITION_BOTTLE ?? 0,
  maxBottles: parameters.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
  sellsWorldwide: parameters.SELLS_WORLDWIDE ?? false,
});
