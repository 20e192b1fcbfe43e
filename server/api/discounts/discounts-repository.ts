import { eq, inArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { codeUses, discountCodes } from './discounts-tables.ts';

/** Finds a code by its key, which is the result of `normaliseCode`. */
export async function readCode(tx: SiteTx, codeKey: string) {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.codeKey, codeKey));
  return row ?? null;
}

/** Locks a code, so that other orders that use it wait until the transaction ends. */
export const lockCode = (tx: SiteTx, codeId: number) =>
  tx.select({ id: discountCodes.id }).from(discountCodes).where(eq(discountCodes.id, codeId)).for('update');

/** Counts the uses of a code, in total and by one customer. */
export async function countUses(tx: SiteTx, codeId: number, emailKey: string | null) {
  const [row] = await tx
    .select({
      used: sql<number>`count(*)::integer`,
      byCustomer: sql<number>`(count(*) filter (where ${codeUses.emailKey} = ${emailKey}))::integer`,
    })
    .from(codeUses)
    .where(eq(codeUses.codeId, codeId));
  return { used: row?.used ?? 0, byCustomer: row?.byCustomer ?? 0 };
}

export const insertCodeUse = (tx: SiteTx, use: { codeId: number; orderId: number; emailKey: string; usedOn: string }) =>
  tx.insert(codeUses).values(use);

/** Deletes the use of a cancelled order, so that it counts against no limit. */
export const deleteCodeUse = (tx: SiteTx, orderId: number) => tx.delete(codeUses).where(eq(codeUses.orderId, orderId));

/** Removes the customer from the uses of codes of some orders; the uses still count. */
export const anonymiseCodeUses = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(codeUses)
    .set({ emailKey: null })
    .where(inArray(codeUses.orderId, [...orderIds]));
