import { asc, eq } from 'drizzle-orm';
import { heldRead } from '#server/api/changes/held-reads.ts';
import type { RequestContext } from '#server/api/contract/contract-route.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParametersWithKeys } from '#server/api/site/site.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import { centsToEuros } from '#shared/money.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import type { BottleCountRefusal, Carrier, CarrierOffer, ShippingRules } from '#shared/shipping/shipping.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { shippingParameterKeys, toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { carriers, collectionPlaces, collectionSchedules } from './shipping-tables.ts';

/** Reads the URL template at which a carrier shows parcels; null if the carrier has none or no longer exists. */
export async function readTrackingUrlTemplate(tx: SiteTx, carrierId: number): Promise<string | null> {
  const [row] = await tx.select({ url: carriers.trackingUrl }).from(carriers).where(eq(carriers.id, carrierId));
  return row?.url ?? null;
}

/** Reads a collection schedule with the closures of its address; null if it does not exist. */
export async function readCollectionScheduleWithClosures(tx: SiteTx, scheduleId: number) {
  const [row] = await tx
    .select({ schedule: collectionSchedules, closures: collectionPlaces.closures })
    .from(collectionSchedules)
    .innerJoin(collectionPlaces, eq(collectionPlaces.addressId, collectionSchedules.addressId))
    .where(eq(collectionSchedules.id, scheduleId));
  return row ?? null;
}

/** Locks a collection schedule until the transaction ends, so that other orders for its slots wait. */
export const lockCollectionSchedule = (tx: SiteTx, scheduleId: number) =>
  tx
    .select({ id: collectionSchedules.id })
    .from(collectionSchedules)
    .where(eq(collectionSchedules.id, scheduleId))
    .for('update');

/**
 * Reads the collection schedules of an estate's address and the days on which it is closed. Returns null if orders
 * cannot be collected there.
 */
export async function readCollectionPlace(tx: SiteTx, addressId: number) {
  const [place] = await tx
    .select({ closures: collectionPlaces.closures })
    .from(collectionPlaces)
    .where(eq(collectionPlaces.addressId, addressId));
  if (!place) return null;
  const schedules = await tx
    .select()
    .from(collectionSchedules)
    .where(eq(collectionSchedules.addressId, addressId))
    .orderBy(asc(collectionSchedules.id));
  return { closures: place.closures, schedules };
}

/** Reads the carriers in the estate's order. */
const readCarriers = heldRead(
  'carriers',
  preparedRead((db) => db.select().from(carriers).orderBy(asc(carriers.position), asc(carriers.id))),
);

interface ShippingConfig {
  carriers: Carrier[];
  rules: ShippingRules;
}

export async function readShippingConfig(
  tx: SiteTx,
  pickLanguage: RequestContext['pickLanguage'],
): Promise<ShippingConfig> {
  const [parameters, rows] = await Promise.all([readParametersWithKeys(tx, shippingParameterKeys), readCarriers(tx)]);
  const rules = toShippingRules(parameters);
  const carriers = rows.map((row): Carrier => ({ ...row, name: pickLanguage(row.name) }));
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
