import { asc, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { carriers, codeUses, discountCodes, pickupPlaces, pickupSchedules } from './shop-tables.ts';

/** Who brings parcels, in the estate's own order. */
export const readCarriers = (tx: SiteTx) =>
  tx.select().from(carriers).orderBy(asc(carriers.position), asc(carriers.id));

/** A code as `normalCode` writes it; null for none such. */
export async function readCode(tx: SiteTx, codeKey: string) {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.codeKey, codeKey));
  return row ?? null;
}

/** Makes whoever else uses this code wait until the transaction ends. */
export const lockCode = (tx: SiteTx, codeId: number) =>
  tx.select({ id: discountCodes.id }).from(discountCodes).where(eq(discountCodes.id, codeId)).for('update');

/** How often a code has been used, in all and by a customer (null: nobody who is known). */
export async function countUses(tx: SiteTx, codeId: number, userId: number | null) {
  const [row] = await tx
    .select({
      used: sql<number>`count(*)::integer`,
      byCustomer: sql<number>`(count(*) filter (where ${codeUses.userId} = ${userId}))::integer`,
    })
    .from(codeUses)
    .where(eq(codeUses.codeId, codeId));
  return { used: row?.used ?? 0, byCustomer: row?.byCustomer ?? 0 };
}

/** When a schedule hands orders over, and at which address; null for none such. */
export async function readSchedule(tx: SiteTx, scheduleId: number) {
  const [row] = await tx
    .select({ schedule: pickupSchedules, closures: pickupPlaces.closures })
    .from(pickupSchedules)
    .innerJoin(pickupPlaces, eq(pickupPlaces.addressId, pickupSchedules.addressId))
    .where(eq(pickupSchedules.id, scheduleId));
  return row ?? null;
}

/** Makes whoever else wants a slot of this schedule wait until the transaction ends. */
export const lockSchedule = (tx: SiteTx, scheduleId: number) =>
  tx.select({ id: pickupSchedules.id }).from(pickupSchedules).where(eq(pickupSchedules.id, scheduleId)).for('update');
