import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orders, unpaidOrderLimitEntries } from './orders-tables.ts';

export async function deleteUnpaidOrderLimitEntries(tx: SiteTx, orderId: number): Promise<void> {
  await tx.delete(unpaidOrderLimitEntries).where(eq(unpaidOrderLimitEntries.orderId, orderId));
}

/** Maximum number of orders that one hourly run reminds or cancels. The next run continues. */
const maxOrdersPerRun = 1_000;

/** Reads rows with the ids of overdue unpaid orders, the longest overdue first, at most `maxOrdersPerRun`. */
export const readOverdueOrderIds = (tx: SiteTx, now: Date) =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'PENDING'), lte(orders.paymentDueAt, now)))
    .orderBy(asc(orders.paymentDueAt))
    .limit(maxOrdersPerRun);

/**
 * Reads rows with the ids of unpaid orders of which the customer must be reminded (`isPaymentReminderDue`) and has not
 * been yet, the earliest due first, at most `maxOrdersPerRun`.
 */
export const readOrderIdsToRemind = (tx: SiteTx, now: Date, reminderDays: number) =>
  tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'PENDING'),
        gt(orders.paymentDueAt, now),
        lte(orders.paymentDueAt, new Date(now.getTime() + reminderDays * 86_400_000)),
        // Orders placed later than that are never marked, so they would take the places of others in every run.
        sql`${orders.paymentDueAt} - make_interval(secs => ${reminderDays * 86_400}) > ${orders.createdAt}`,
        isNull(orders.paymentRemindedAt),
      ),
    )
    .orderBy(asc(orders.paymentDueAt))
    .limit(maxOrdersPerRun);
