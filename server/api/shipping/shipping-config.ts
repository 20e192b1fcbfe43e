import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParametersOf } from '#server/api/site/site.ts';
import type { WantedLine } from '#shared/catalogue/sold-item.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { type Refused, refuse } from '#shared/outcome.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import type { Carrier, CarrierOffer, ExpeditionFault, ShippingRules } from '#shared/shipping/shipping.ts';
import type { CarrierChoice } from '#shared/shipping/shipping-contract.ts';
import { readCarriers } from './shipping-repository.ts';

/** The carriers and shipping rules of a site. */
export interface ShippingConfig {
  carriers: Carrier[];
  rules: ShippingRules;
}

export async function readShippingConfig(tx: SiteTx, localize: RequestContext['localize']): Promise<ShippingConfig> {
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

/** Refuses a cart with too few or too many bottles. */
export function refuseExpedition(
  fault: ExpeditionFault,
  lines: readonly WantedLine[],
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
