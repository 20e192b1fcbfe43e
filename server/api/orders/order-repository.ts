import { eq, inArray, sql } from 'drizzle-orm';
import type { RequestLedger } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { OrderLineRow, OrderRow } from './order-reading-repository.ts';
import { orderCounters, orderLines, orderStateChanges, orders, termsVersions } from './orders-tables.ts';

/** Keys belong to the email address, in lower case, of the customer, or of the staff member who enters the order. */
export const orderRequestLedger: RequestLedger = {
  table: 'order_requests',
  owner: 'email_key',
  hash: 'body_hash',
  result: 'order_id',
  resultType: 'integer',
  callName: null,
  keptDays: 30,
};

/** Stores a version of the accepted terms of sale, unless it is stored already. */
export async function saveTermsVersion(
  tx: SiteTx,
  terms: { version: string; lang: Lang; html: string },
): Promise<void> {
  await tx.insert(termsVersions).values(terms).onConflictDoNothing();
}

/**
 * Returns the next sequence number of the site's orders. The counter stays locked until the transaction ends, so that
 * order numbers have no gaps.
 */
export async function takeNextOrderSequenceNumber(tx: SiteTx): Promise<number> {
  const [row] = await tx
    .insert(orderCounters)
    .values({ lastNumber: 1 })
    .onConflictDoUpdate({ target: orderCounters.siteId, set: { lastNumber: sql`${orderCounters.lastNumber} + 1` } })
    .returning({ lastNumber: orderCounters.lastNumber });
  if (!row) throw new Error('order counter was not incremented');
  return row.lastNumber;
}

export type NewOrderRow = Omit<typeof orders.$inferInsert, 'siteId' | 'id' | 'createdAt'>;
export type NewOrderLine = Omit<OrderLineRow, 'siteId' | 'orderId' | 'position'>;

/** @param staffOrder The member of staff who enters the order; null if the customer places it. */
export async function insertOrder(
  tx: SiteTx,
  order: NewOrderRow,
  lines: readonly NewOrderLine[],
  staffOrder: { staffUserId: number } | null,
): Promise<OrderRow> {
  // `now()` would be the start of the transaction, so that an order with a later number could get an earlier time.
  const [row] = await tx
    .insert(orders)
    .values({ ...order, createdAt: sql`clock_timestamp()` })
    .returning();
  if (!row) throw new Error('order was not inserted');
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId: row.id, position })));
  const actor = staffOrder
    ? ({ actor: 'staff', staffUserId: staffOrder.staffUserId } as const)
    : ({ actor: 'customer' } as const);
  await tx.insert(orderStateChanges).values({ orderId: row.id, state: row.state, ...actor });
  return row;
}

/** Checks whether any order has a line of the product. The contents of boxes do not count. */
export async function hasOrdersOfProduct(tx: SiteTx, productId: number): Promise<boolean> {
  const found = await tx
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.productId, productId))
    .limit(1);
  return found.length > 0;
}

/** Returns the ids of those variants of which orders have lines. The contents of boxes do not count. */
export async function findOrderedVariantIds(tx: SiteTx, variantIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: orderLines.variantId })
    .from(orderLines)
    .where(inArray(orderLines.variantId, [...variantIds]));
  return rows.map(({ id }) => id);
}
