import { asc, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
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
