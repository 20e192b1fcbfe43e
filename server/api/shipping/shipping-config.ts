import { asc } from 'drizzle-orm';
import type { RequestContext } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParametersWithKeys } from '#server/api/site/site.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import { centsToEuros } from '#shared/money.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import type { BottleCountRefusal, Carrier, CarrierOffer, ShippingRules } from '#shared/shipping/shipping.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { shippingParameterKeys, toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { carriers } from './shipping-tables.ts';

/** Reads the carriers in the estate's order. */
const readCarriers = (tx: SiteTx) => tx.select().from(carriers).orderBy(asc(carriers.position), asc(carriers.id));

interface ShippingConfig {
  carriers: Carrier[];
  rules: ShippingRules;
}

export async function readShippingConfig(
  tx: SiteTx,
  pickLanguage: RequestContext['pickLanguage'],
): Promise<ShippingConfig> {
  const rules = toShippingRules(await readParametersWithKeys(tx, shippingParameterKeys));
  const carriers = (await readCarriers(tx)).map((row): Carrier => ({ ...row, name: pickLanguage(row.name) }));
  return { carriers, rules };
}

/** Creates the refusal for a cart with too few or too many bottles. */
export function createBottleCountRefusal(
  refusal: BottleCountRefusal,
  lines: readonly SellableLine[],
  { minBottles, maxBottles }: ShippingRules,
): RefusedOutcome<BottleCountRefusal> {
  return refuse(refusal, { values: { bottles: countBottlesToShip(lines), min: minBottles, max: maxBottles } });
}

export const carrierOfferToOption = ({ carrier, shippingFee, price }: CarrierOffer): CarrierOption => ({
  id: carrier.id,
  name: carrier.name,
  fdp: centsToEuros(shippingFee),
  price: centsToEuros(price),
  serviceCode: carrier.serviceCode,
  deliveryType: carrier.deliveryType,
  siteType: carrier.siteType,
  ...(carrier.deliveryTime && { deliveryTime: carrier.deliveryTime }),
});
