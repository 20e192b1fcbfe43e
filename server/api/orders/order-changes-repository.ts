import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, notExists, or } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { closedOrderStates, type OrderActor, type OrderState } from '#shared/orders/order-states.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { orderLines, orderStateChanges, orders } from './orders-tables.ts';

/** Locks an order until the transaction ends. Returns null if it does not exist. */
export async function lockOrder(tx: SiteTx, id: number): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

export async function lockOrderByNumber(tx: SiteTx, number: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.number, number)).for('update');
  return row ?? null;
}

/** A change of state to make. The table `order_state_changes` records it. */
export interface RequestedStateChange {
  orderId: number;
  state: OrderState;
  actor: OrderActor;
  /** The staff member who changes the state; only if the actor is `staff`. */
  staffUserId?: number | null;
  /** The tracking number of the parcel, which only the state SHIPPED has. */
  trackingNumber?: string | undefined;
  /** The reason for a cancellation, which only the state CANCELLED has. */
  reason?: string | undefined;
  /** True if the customer receives no mail about the new state. */
  isSilent?: boolean;
}

export async function saveOrderStateChange(
  tx: SiteTx,
  { orderId, state, actor, staffUserId = null, reason = '' }: RequestedStateChange,
  tracking: Partial<Pick<OrderRow, 'trackingNumber' | 'trackingUrl'>> = {},
): Promise<void> {
  await tx
    .update(orders)
    .set({ state, ...tracking })
    .where(eq(orders.id, orderId));
  await tx.insert(orderStateChanges).values({ orderId, state, actor, staffUserId, reason });
}

export async function savePaymentReference(tx: SiteTx, orderId: number, paymentReference: string): Promise<void> {
  await tx.update(orders).set({ paymentReference }).where(eq(orders.id, orderId));
}

export async function saveOrderTracking(
  tx: SiteTx,
  orderId: number,
  tracking: Pick<OrderRow, 'trackingNumber' | 'trackingUrl'>,
): Promise<void> {
  await tx.update(orders).set(tracking).where(eq(orders.id, orderId));
}

export async function readStockTakenByOrder(tx: SiteTx, orderId: number) {
  const lines = await tx
    .select({ stockTaken: orderLines.stockTaken })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  return lines.flatMap(({ stockTaken }) => stockTaken.map(({ variantId, quantity }) => ({ variantId, quantity })));
}

export const readClosedOrdersOfAccount = (tx: SiteTx, userId: number) =>
  tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.state, [...closedOrderStates])));

/** Locks orders of deleted accounts that were closed before `before`. */
export const lockDeletedAccountOrders = (tx: SiteTx, before: Date, limit: number) => {
  const owner = tx.select({ id: users.id }).from(users).where(eq(users.id, orders.userId));
  const recentChange = tx
    .select({ id: orderStateChanges.id })
    .from(orderStateChanges)
    .where(and(eq(orderStateChanges.orderId, orders.id), gte(orderStateChanges.changedAt, before)));
  return tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(
      and(
        isNotNull(orders.userId),
        inArray(orders.state, [...closedOrderStates]),
        notExists(owner),
        notExists(recentChange),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
};

/** An order that staff entered may have a telephone number without an email address. */
const hasContactData = or(ne(orders.email, ''), ne(orders.phone, ''), ne(orders.message, ''));

/** Locks guest orders with contact data that were placed before `before`, the oldest first. */
export const lockOldGuestOrders = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(and(isNull(orders.userId), hasContactData, lt(orders.createdAt, before)))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Locks orders that were placed before `before`, the oldest first. */
export const lockOldOrders = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(lt(orders.createdAt, before))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });

export const deleteOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx.delete(orders).where(inArray(orders.id, [...orderIds]));

/** Deletes the reasons of cancellations, in which staff may have named the customer. */
export const deleteCancellationReasons = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(orderStateChanges)
    .set({ reason: '' })
    .where(and(inArray(orderStateChanges.orderId, [...orderIds]), ne(orderStateChanges.reason, '')));

/** Removes account, email address, telephone number and message from orders. Names and addresses stay. */
export const clearOrderContactData = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(orders)
    .set({ userId: null, email: '', phone: '', message: '' })
    .where(inArray(orders.id, [...orderIds]));

export async function assignGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<number[]> {
  const assigned = await tx
    .update(orders)
    .set({ userId })
    .where(and(eq(orders.emailKey, emailKey), isNull(orders.userId)))
    .returning({ id: orders.id });
  return assigned.map(({ id }) => id);
}

export async function wasOrderInStatePaid(tx: SiteTx, orderId: number): Promise<boolean> {
  const where = and(eq(orderStateChanges.orderId, orderId), eq(orderStateChanges.state, 'PAID'));
  return (await tx.$count(orderStateChanges, where)) > 0;
}
