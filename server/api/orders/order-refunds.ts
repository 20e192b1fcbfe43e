import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orderCurrency } from '#server/api/payments/payment-provider.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Cents } from '#shared/money.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { OrderRow } from './order-repository.ts';
import { orderRefunds } from './orders-tables.ts';

type NewOrderRefund = Omit<typeof orderRefunds.$inferInsert, 'siteId' | 'id' | 'createdAt'>;

export async function insertOrderRefund(tx: SiteTx, refund: NewOrderRefund): Promise<number> {
  const [row] = await tx.insert(orderRefunds).values(refund).returning({ id: orderRefunds.id });
  if (!row) throw new Error('refund was not inserted');
  return row.id;
}

/** Reads the refunds of orders with the email addresses of the staff members who made them, the oldest first. */
export const readRefundsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select({
      id: orderRefunds.id,
      orderId: orderRefunds.orderId,
      amount: orderRefunds.amount,
      method: orderRefunds.method,
      reason: orderRefunds.reason,
      lines: orderRefunds.lines,
      isStockReturned: orderRefunds.isStockReturned,
      createdAt: orderRefunds.createdAt,
      paidAt: orderRefunds.paidAt,
      staff: users.email,
    })
    .from(orderRefunds)
    .leftJoin(users, and(eq(users.siteId, orderRefunds.siteId), eq(users.id, orderRefunds.staffUserId)))
    .where(inArray(orderRefunds.orderId, [...orderIds]))
    .orderBy(asc(orderRefunds.id));

export type OrderRefundRow = Awaited<ReturnType<typeof readRefundsOfOrders>>[number];

/** Creates a subquery of the refunded cents by order. Orders without refunds are absent. */
export const createRefundSumSubquery = (tx: SiteTx) =>
  tx
    .select({
      orderId: orderRefunds.orderId,
      refunded: sql<number>`sum(${orderRefunds.amount})::float8`.as('refunded'),
    })
    .from(orderRefunds)
    .groupBy(orderRefunds.orderId)
    .as('refunds');

interface RefundBalance {
  refunded: Cents;
  refundable: Cents;
}

/**
 * Returns the online payment of an order, which its provider can refund; null if none was received or the provider has
 * been removed, so that only the estate itself can refund the order.
 */
export function getRefundableOnlinePayment(
  { paymentReference: reference, paymentMethod }: OrderRow,
  payments: PaymentProviders,
) {
  const online = payments.forMethod(paymentMethod)?.online;
  if (reference === null || !online) return null;
  return {
    refund: (tx: SiteTx, refund: { amount: Cents; refundId: string }) =>
      online.refund(tx, { reference, currency: orderCurrency, ...refund }),
  };
}

/**
 * Computes the refunded amount of an order and the amount that can still be refunded. An order was paid if its payment
 * was received online, or if staff ever marked it as paid or completed.
 * @param states All states that the order has been in.
 */
export function computeRefundBalance(
  order: OrderRow,
  states: readonly OrderState[],
  refunds: readonly { amount: Cents }[],
  payments: PaymentProviders,
): RefundBalance {
  const { total, state, paymentReference } = order;
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const isPaid = paymentReference !== null || states.includes('PAID') || states.includes('COMPLETED');
  // The provider refunds the rest when an order is cancelled, but cancellations by earlier releases have no refund row.
  // If the provider has been removed, it may have refunded nothing, so only the rows count.
  const isRefundedAsWhole = state === 'CANCELLED' && getRefundableOnlinePayment(order, payments) !== null;
  return { refunded, refundable: isPaid && !isRefundedAsWhole ? total - refunded : 0 };
}
