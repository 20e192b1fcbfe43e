import { asc, inArray, or, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withdrawals } from './withdrawals-tables.ts';

export async function saveWithdrawal(tx: SiteTx, declaration: typeof withdrawals.$inferInsert): Promise<void> {
  await tx.insert(withdrawals).values(declaration);
}

/** The withdrawals of an email address, given in lower case; the oldest first. */
export const readWithdrawalsByEmail = (tx: SiteTx, emailKey: string) =>
  tx
    .select({
      receivedAt: withdrawals.receivedAt,
      name: withdrawals.name,
      orderNumber: withdrawals.orderNumber,
      message: withdrawals.message,
    })
    .from(withdrawals)
    .where(sql`lower(${withdrawals.email}) = ${emailKey}`)
    .orderBy(asc(withdrawals.id));

/** Anonymises the withdrawals of a deleted account: those of its orders and those with its email addresses. */
export async function anonymiseWithdrawals(
  tx: SiteTx,
  orderIds: readonly number[],
  emailKeys: readonly string[],
): Promise<void> {
  const addresses = sql.param([...new Set(emailKeys)]);
  await tx
    .update(withdrawals)
    .set({
      email: '',
      message: '',
      // The order keeps its customer's name by law; a withdrawal without an order has no reason to.
      name: sql`case when ${withdrawals.orderId} is null then '' else ${withdrawals.name} end`,
    })
    .where(
      or(inArray(withdrawals.orderId, [...orderIds]), sql`lower(${withdrawals.email}) = any(${addresses}::text[])`),
    );
}
