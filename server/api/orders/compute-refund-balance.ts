import type { Cents } from '#shared/money.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { OrderRow } from './order-reading-repository.ts';

export interface RefundBalance {
  refunded: Cents;
  /** The amount that can still be refunded. */
  refundable: Cents;
}

/**
 * Computes what has been refunded of an order and what can still be. An order was paid if its payment was received online,
 * or if staff ever marked it as paid or completed.
 * @param states All states that the order has been in.
 */
export function computeRefundBalance(
  { total, state, paymentReference }: Pick<OrderRow, 'total' | 'state' | 'paymentReference'>,
  states: readonly OrderState[],
  refunds: readonly { amount: Cents }[],
): RefundBalance {
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const isPaid = paymentReference !== null || states.includes('PAID') || states.includes('COMPLETED');
  // The cancellation of an order that was paid online has refunded the rest.
  const isRefundedAsWhole = state === 'CANCELLED' && paymentReference !== null;
  return { refunded, refundable: isPaid && !isRefundedAsWhole ? total - refunded : 0 };
}
