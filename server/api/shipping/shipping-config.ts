import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParametersOf } from '#server/api/site/site.ts';
import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import type { Carrier, CarrierOffer, ShipmentRefusal, ShippingRules } from '#shared/shipping/shipping.ts';
import type { CarrierChoice } from '#shared/shipping/shipping-contract.ts';
import { readCarriers } from './shipping-repository.ts';

/** The carriers and shipping rules of a site. */
export interface ShippingConfig {
  carriers: Carrier[];
  rules: ShippingRules;
}

export async function readShippingConfig(
  tx: SiteTx,
  pickLanguage: RequestContext['pickLanguage'],
): Promise<ShippingConfig> {
  const parameters = await readParametersOf(tx, [
    'FREE_SHIPPING_BOTTLE',
    'FREE_SHIPPING_PRICE',
    'MINIMUM_EXPEDITION_BOTTLE',
    'MAXIMUM_EXPEDITION_BOTTLE',
    'SELLS_WORLDWIDE',
  ]);
  const carriers = (await readCarriers(tx)).map((row): Carrier => ({ ...row, name: pickLanguage(row.name) }));
  return {
    carriers,
    rules: {
      freeFromBottles: parameters.FREE_SHIPPING_BOTTLE ?? 0,
      freeFromGoods: eurosToCents(parameters.FREE_SHIPPING_PRICE ?? 0),
      minBottles: parameters.MINIMUM_EXPEDITION_BOTTLE ?? 0,
      maxBottles: parameters.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
      sellsWorldwide: parameters.SELLS_WORLDWIDE === true,
    },
  };
}

/** Refuses a cart with too few or too many bottles. */
export function refuseShipment(
  fault: ShipmentRefusal,
  lines: readonly ItemLine[],
  { minBottles: leastBottles, maxBottles: mostBottles }: ShippingRules,
): RefusedOutcome<ShipmentRefusal> {
  return refuse(fault, { values: { bottles: bottleCount(lines), least: leastBottles, most: mostBottles } });
}

export const toCarrierChoice = ({ carrier, shippingFee: fdp, price }: CarrierOffer): CarrierChoice => ({
  id: carrier.id,
  name: carrier.name,
  fdp: centsToEuros(fdp),
  price: centsToEuros(price),
  serviceCode: carrier.serviceCode,
  deliveryType: carrier.deliveryType,
  siteType: carrier.siteType,
});
