import { asc, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { pickupPlaces, pickupSchedules } from './shop-tables.ts';

/** When orders are handed over at an address of the estate; null where they are not. */
export async function readPickup(tx: SiteTx, addressId: number) {
  const [place] = await tx
    .select({ closures: pickupPlaces.closures })
    .from(pickupPlaces)
    .where(eq(pickupPlaces.addressId, addressId));
  if (!place) return null;
  const schedules = await tx
    .select()
    .from(pickupSchedules)
    .where(eq(pickupSchedules.addressId, addressId))
    .orderBy(asc(pickupSchedules.id));
  return { closures: place.closures, schedules };
}
