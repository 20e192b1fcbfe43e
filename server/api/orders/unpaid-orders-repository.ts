import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { UnpaidOrderCounts } from '#shared/orders/unpaid-orders.ts';
import { orders, unpaidOrderLimitEntries } from './orders-tables.ts';

/**
 * Makes concurrent orders with a common key wait for each other until the transaction ends. Keys are locked in sorted
 * order, so that transactions cannot deadlock.
 */
export async function lockUnpaidOrderLimitKeys(tx: SiteTx, keys: readonly string[]): Promise<void> {
  const sorted = sql.param([...keys].sort());
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${sorted}::text[]) as key`);
}

/** Counts the open unpaid orders of each key and the bottles that they have taken from the stock. */
export async function countUnpaidOrders(tx: SiteTx, keys: readonly string[]): Promise<Map<string, UnpaidOrderCounts>> {
  const rows = await tx
    .select({
      key: unpaidOrderLimitEntries.key,
      orders: sql<number>`count(*)::integer`,
      bottles: sql<number>`sum(${unpaidOrderLimitEntries.bottles})::integer`,
    })
    .from(unpaidOrderLimitEntries)
    .where(eq(unpaidOrderLimitEntries.key, sql`any(${sql.param([...keys])}::text[])`))
    .groupBy(unpaidOrderLimitEntries.key);
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

export async function insertUnpaidOrderLimitEntries(
  tx: SiteTx,
  orderId: number,
  keys: readonly string[],
  bottles: number,
): Promise<void> {
  await tx.insert(unpaidOrderLimitEntries).values(keys.map((key) => ({ key, orderId, bottles })));
}

export async function deleteUnpaidOrderLimitEntries(tx: SiteTx, orderId: number): Promise<void> {
  await tx.delete(unpaidOrderLimitEntries).where(eq(unpaidOrderLimitEntries.orderId, orderId));
}

/** Checks whether the customer has an order that was paid or prepared and is not cancelled. */
export async function hasPaidOrPreparedOrder(tx: SiteTx, userId: number): Promise<boolean> {
  const accepted = and(eq(orders.userId, userId), sql`${orders.state} not in ('PENDING', 'CANCELLED')`);
  return (await tx.select({ id: orders.id }).from(orders).where(accepted).limit(1)).length > 0;
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

export const savePaymentReminder = (tx: SiteTx, id: number, now: Date) =>
  tx.update(orders).set({ paymentRemindedAt: now }).where(eq(orders.id, id));

/**
 * Changes the time at which an unpaid order is cancelled, and lets the customer be reminded again.
 * @param dueAt Null if it is never cancelled automatically.
 */
export const saveDueDate = (tx: SiteTx, id: number, dueAt: Date | null) =>
  tx.update(orders).set({ paymentDueAt: dueAt, paymentRemindedAt: null }).where(eq(orders.id, id));
