import { eq, inArray, or, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { codeUses } from '#server/api/shipping/shop-tables.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { orderLines, orderRequests, orderStateMoves, orders, withdrawals } from './order-tables.ts';

/** An order that nobody else can move until the transaction ends; null for none such. */
export async function lockOrder(tx: SiteTx, id: number): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

export async function saveMove(tx: SiteTx, orderId: number, state: OrderState, byUserId: number): Promise<void> {
  await tx.update(orders).set({ state }).where(eq(orders.id, orderId));
  await tx.insert(orderStateMoves).values({ orderId, state, byUserId });
}

/** What the lines of an order took from the stock. */
export async function readStockTaken(tx: SiteTx, orderId: number) {
  const lines = await tx
    .select({ stockTaken: orderLines.stockTaken })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  return lines.flatMap(({ stockTaken }) => stockTaken);
}

/** The code of an order may be used once more. */
export const freeCode = (tx: SiteTx, orderId: number) => tx.delete(codeUses).where(eq(codeUses.orderId, orderId));

/** Takes a customer out of orders and what hangs on them; answers ids and addresses of the orders. See docs/rules.md, "Orders of a deleted account". */
export async function forgetCustomer(
  tx: SiteTx,
  userId: number,
  emailKey: string,
): Promise<{ id: number; email: string }[]> {
  const theirs = await tx.select({ id: orders.id, email: orders.email }).from(orders).where(eq(orders.userId, userId));
  const ids = theirs.map(({ id }) => id);
  await tx.update(orders).set({ userId: null, email: '', phone: '', message: '' }).where(eq(orders.userId, userId));
  await tx.update(codeUses).set({ userId: null }).where(eq(codeUses.userId, userId));
  await tx.delete(orderRequests).where(eq(orderRequests.userId, userId));
  const addresses = sql.param([...new Set([emailKey, ...theirs.map(({ email }) => email.toLowerCase())])]);
  await tx
    .update(withdrawals)
    .set({
      email: '',
      message: '',
      // An order has its customer's name anyway; one that belongs to no order is nobody's to keep.
      name: sql`case when ${withdrawals.orderId} is null then '' else ${withdrawals.name} end`,
    })
    .where(or(inArray(withdrawals.orderId, ids), sql`lower(${withdrawals.email}) = any(${addresses}::text[])`));
  return theirs;
}

export async function saveWithdrawal(tx: SiteTx, declared: typeof withdrawals.$inferInsert): Promise<void> {
  await tx.insert(withdrawals).values(declared);
}
