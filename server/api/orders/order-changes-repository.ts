import { and, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { OrderActor, OrderState } from '#shared/orders/order-states.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { orderLines, orderRequests, orderStateChanges, orders } from './orders-tables.ts';

/** Locks an order until the transaction ends; null where it does not exist. */
export async function lockOrder(tx: SiteTx, id: number): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

export async function lockOrderByNumber(tx: SiteTx, number: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.number, number)).for('update');
  return row ?? null;
}

export interface OrderStateChange {
  orderId: number;
  state: OrderState;
  actor: OrderActor;
  /** The member of staff, where the actor is `staff`. */
  staffUserId?: number | null;
}

export async function saveStateChange(
  tx: SiteTx,
  { orderId, state, actor, staffUserId = null }: OrderStateChange,
): Promise<void> {
  await tx.update(orders).set({ state }).where(eq(orders.id, orderId));
  await tx.insert(orderStateChanges).values({ orderId, state, actor, staffUserId });
}

/** True if the order has ever been in the state. */
export async function hasBeenIn(tx: SiteTx, orderId: number, state: OrderState): Promise<boolean> {
  const matching = and(eq(orderStateChanges.orderId, orderId), eq(orderStateChanges.state, state));
  return (await tx.$count(orderStateChanges, matching)) > 0;
}

/** The quantities that the lines of an order took from the stock. */
export async function readStockTaken(tx: SiteTx, orderId: number) {
  const lines = await tx
    .select({ stockTaken: orderLines.stockTaken })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  return lines.flatMap(({ stockTaken }) => stockTaken.map(({ variantId, quantity }) => ({ variantId, quantity })));
}

/**
 * Removes a deleted account from its orders. docs/rules.md, "Orders of a deleted account".
 * @returns ids and e-mail addresses of the orders, as they were before.
 */
export async function anonymiseOrders(tx: SiteTx, userId: number): Promise<{ id: number; email: string }[]> {
  const found = await tx.select({ id: orders.id, email: orders.email }).from(orders).where(eq(orders.userId, userId));
  await tx.update(orders).set({ userId: null, email: '', phone: '', message: '' }).where(eq(orders.userId, userId));
  await tx.delete(orderRequests).where(eq(orderRequests.userId, userId));
  return found;
}
