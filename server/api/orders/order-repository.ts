import { and, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { OrderLineRow, OrderRow } from './order-reading-repository.ts';
import { orderCounters, orderLines, orderRequests, orderStateChanges, orders, termsVersions } from './orders-tables.ts';

export interface OrderRequest {
  /** The customer's email address in lower case. */
  emailKey: string;
  key: string;
  bodyHash: string;
}

/**
 * Claims an Idempotency-Key for the order that this transaction places. Keys are kept for 30 days.
 * @returns null where the key was free, else the request that has used it before.
 */
export async function claimRequest(tx: SiteTx, { emailKey, key, bodyHash }: OrderRequest) {
  await tx
    .delete(orderRequests)
    .where(and(eq(orderRequests.emailKey, emailKey), sql`${orderRequests.createdAt} < now() - interval '30 days'`));
  const claimed = await tx
    .insert(orderRequests)
    .values({ emailKey, key, bodyHash })
    .onConflictDoNothing()
    .returning({ key: orderRequests.key });
  if (claimed.length > 0) return null;
  const [earlier] = await tx
    .select({ bodyHash: orderRequests.bodyHash, orderId: orderRequests.orderId })
    .from(orderRequests)
    .where(and(eq(orderRequests.emailKey, emailKey), eq(orderRequests.key, key)));
  if (!earlier) throw new Error('idempotency key neither inserted nor found');
  return earlier;
}

export const completeOrderRequest = (tx: SiteTx, { emailKey, key }: OrderRequest, orderId: number) =>
  tx
    .update(orderRequests)
    .set({ orderId })
    .where(and(eq(orderRequests.emailKey, emailKey), eq(orderRequests.key, key)));

/** Stores each version of the accepted terms of sale once. */
export async function saveTerms(tx: SiteTx, terms: { version: string; lang: Lang; html: string }): Promise<void> {
  await tx.insert(termsVersions).values(terms).onConflictDoNothing();
}

/** The next sequence number of the site's orders. Its row stays locked until the transaction ends, so that there are no gaps. */
export async function nextOrderSequence(tx: SiteTx): Promise<number> {
  const [row] = await tx
    .insert(orderCounters)
    .values({ lastNumber: 1 })
    .onConflictDoUpdate({ target: orderCounters.siteId, set: { lastNumber: sql`${orderCounters.lastNumber} + 1` } })
    .returning({ lastNumber: orderCounters.lastNumber });
  if (!row) throw new Error('order counter was not incremented');
  return row.lastNumber;
}

export type NewOrder = Omit<typeof orders.$inferInsert, 'siteId' | 'id' | 'createdAt'>;
export type NewLine = Omit<OrderLineRow, 'siteId' | 'orderId' | 'position'>;

/** Saves an order with its lines and its first state. */
export async function insertOrder(tx: SiteTx, order: NewOrder, lines: readonly NewLine[]): Promise<OrderRow> {
  // `now()` is the time at which the transaction began, so a later number could have an earlier time.
  const [row] = await tx
    .insert(orders)
    .values({ ...order, createdAt: sql`clock_timestamp()` })
    .returning();
  if (!row) throw new Error('order was not inserted');
  await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, orderId: row.id, position })));
  await tx.insert(orderStateChanges).values({ orderId: row.id, state: row.state, actor: 'customer' });
  return row;
}

/** @returns whether any order contains the product */
export async function isProductOrdered(tx: SiteTx, productId: number): Promise<boolean> {
  const found = await tx
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.productId, productId))
    .limit(1);
  return found.length > 0;
}
