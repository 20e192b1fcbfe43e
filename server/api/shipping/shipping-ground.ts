import type { CartLine } from '#server/api/cart/read-cart.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Asking } from '#server/api/orders/asking.ts';
import { readParametersOf } from '#server/api/site/site.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { type Refused, refuse } from '#shared/outcome.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import type { Carrier, CarrierOffer, ExpeditionFault, ShippingRules } from '#shared/shipping/shipping.ts';
import type { CarrierChoice } from '#shared/shipping/shipping-contract.ts';
import { readCarriers } from './shop-repository.ts';

/** What of a site decides how it ships. */
export interface ShippingGround {
  carriers: Carrier[];
  rules: ShippingRules;
}

export async function readShippingGround(tx: SiteTx, localize: Asking['localize']): Promise<ShippingGround> {
  const parameters = await readParametersOf(tx, [
    'FREE_SHIPPING_BOTTLE',
    'FREE_SHIPPING_PRICE',
    'MINIMUM_EXPEDITION_BOTTLE',
    'MAXIMUM_EXPEDITION_BOTTLE',
    'SELLS_WORLDWIDE',
  ]);
  const carriers = (await readCarriers(tx)).map((row): Carrier => ({ ...row, name: localize(row.name) }));
  return {
    carriers,
    rules: {
      freeFromBottles: parameters.FREE_SHIPPING_BOTTLE ?? 0,
      freeFromGoods: eurosToCents(parameters.FREE_SHIPPING_PRICE ?? 0),
      leastBottles: parameters.MINIMUM_EXPEDITION_BOTTLE ?? 0,
      mostBottles: parameters.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
      sellsWorldwide: parameters.SELLS_WORLDWIDE === true,
    },
  };
}

/** Too few or too many bottles, with the numbers that the sentence names. */
export function refuseExpedition(
  fault: ExpeditionFault,
  lines: readonly CartLine[],
  { leastBottles, mostBottles }: ShippingRules,
): Refused<ExpeditionFault> {
  return refuse(fault, { values: { bottles: bottleCount(lines), least: leastBottles, most: mostBottles } });
}

export const toCarrierChoice = ({ carrier, fdp, price }: CarrierOffer): CarrierChoice => ({
  id: carrier.id,
  name: carrier.name,
  fdp: centsToEuros(fdp),
  price: centsToEuros(price),
  serviceCode: carrier.serviceCode,
  deliveryType: carrier.deliveryType,
  siteType: carrier.siteType,
});
