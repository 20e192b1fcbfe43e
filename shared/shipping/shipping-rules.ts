import { type Cents, eurosToCents } from '#shared/money.ts';
import type { Parameters } from '#shared/site/parameter-types.ts';

/** The shipping rules of a site; 0 stands for "no such rule". */
export interface ShippingRules {
  freeFromBottles: number;
  freeFromGoods: Cents;
  minBottles: number;
  maxBottles: number;
  sellsWorldwide: boolean;
}

export const shippingParameters = [
  'FREE_SHIPPING_BOTTLE',
  'FREE_SHIPPING_PRICE',
  'MINIMUM_EXPEDITION_BOTTLE',
  'MAXIMUM_EXPEDITION_BOTTLE',
  'SELLS_WORLDWIDE',
] as const;

/** Maps site parameters to shipping rules. An unset parameter is no rule. */
export const toShippingRules = (
  parameters: Partial<Pick<Parameters, (typeof shippingParameters)[number]>>,
): ShippingRules => ({
  freeFromBottles: parameters.FREE_SHIPPING_BOTTLE ?? 0,
  freeFromGoods: eurosToCents(parameters.FREE_SHIPPING_PRICE ?? 0),
  minBottles: parameters.MINIMUM_EXPEDITION_BOTTLE ?? 0,
  maxBottles: parameters.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
  sellsWorldwide: parameters.SELLS_WORLDWIDE ?? false,
});
