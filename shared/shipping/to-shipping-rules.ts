import { eurosToCents } from '#shared/money.ts';
import type { Parameters } from '#shared/site/parameter-definitions.ts';
import type { ShippingRules } from './shipping.ts';

export const shippingParameterKeys = [
  'FREE_SHIPPING_BOTTLE',
  'FREE_SHIPPING_PRICE',
  'MINIMUM_EXPEDITION_BOTTLE',
  'MAXIMUM_EXPEDITION_BOTTLE',
  'SELLS_WORLDWIDE',
] as const;

type ShippingParameters = Pick<Parameters, (typeof shippingParameterKeys)[number]>;

/** Maps the parameters of a site to its shipping rules. A parameter that is not set becomes 0, which means no rule. */
export const toShippingRules = (parameters: ShippingParameters): ShippingRules => ({
  freeFromBottles: parameters.FREE_SHIPPING_BOTTLE ?? 0,
  freeFromGoods: eurosToCents(parameters.FREE_SHIPPING_PRICE ?? 0),
  minBottles: parameters.MINIMUM_EXPEDITION_BOTTLE ?? 0,
  maxBottles: parameters.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
  sellsWorldwide: parameters.SELLS_WORLDWIDE ?? false,
});
