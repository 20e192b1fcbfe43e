import { eq, inArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { discountCodes, discountCodeUses } from './discounts-tables.ts';

/** Finds a discount code by its key, which is the result of `normaliseDiscountCode`. */
export async function readCodeByKey(tx: SiteTx, codeKey: string) {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.codeKey, codeKey));
  return row ?? null;
}

/** Locks a discount code until the transaction ends, so that other orders that use it wait. */
export const lockDiscountCodeUntilCommit = (tx: SiteTx, codeId: number) =>
  tx.select({ id: discountCodes.id }).from(discountCodes).where(eq(discountCodes.id, codeId)).for('update');

export async function readDiscountCodeUseCounts(tx: SiteTx, codeId: number, emailKey: string | null) {
  const [row] = await tx
    .select({
      used: sql<number>`count(*)::integer`,
      byCustomer: sql<number>`(count(*) filter (where ${discountCodeUses.emailKey} = ${emailKey}))::integer`,
    })
    .from(discountCodeUses)
    .where(eq(discountCodeUses.codeId, codeId));
  return { used: row?.used ?? 0, byCustomer: row?.byCustomer ?? 0 };
}

export const insertDiscountCodeUse = (
  tx: SiteTx,
  use: { codeId: number; orderId: number; emailKey: string | null; usedOn: string },
) => tx.insert(discountCodeUses).values(use);

/** Deletes a cancelled order's use of its discount code, so that the use no longer counts against the code's limits. */
export const deleteDiscountCodeUse = (tx: SiteTx, orderId: number) =>
  tx.delete(discountCodeUses).where(eq(discountCodeUses.orderId, orderId));

/** Removes the customers' email addresses from the discount code uses of some orders. The uses still count in total. */
export const anonymiseDiscountCodeUses = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(discountCodeUses)
    .set({ emailKey: null })
    .where(inArray(discountCodeUses.orderId, [...orderIds]));
