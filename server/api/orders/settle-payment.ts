import type { SettlePayment } from '#server/api/payments/payment-webhook-route.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { lockOrderByNumber } from './order-changes-repository.ts';

/**
 * Changes the state of an order after a payment event. Providers may send an event several times, so it has no effect
 * once the order has left the state PENDING.
 */
export const settlePayment: SettlePayment = async (tx, event, { provider, payments, mailContext }) => {
  const order = await lockOrderByNumber(tx, event.orderNumber);
  if (!order || !provider.methods.includes(order.paymentMethod)) return refuse('not_found');
  if (event.type === 'paid' && event.amount !== order.total) return refuse('amount_mismatch');
  // The order was cancelled before the payment arrived. The estate must refund it by hand, because an automatic refund
  // could repeat the one of the cancellation.
  if (event.type === 'paid' && order.state === 'CANCELLED') return refuse('order_cancelled');
  if (order.state !== 'PENDING') return ok(null);
  const state = event.type === 'paid' ? 'PAID' : 'CANCELLED';
  const moved = await changeOrderState(
    tx,
    { orderId: order.id, state, actor: 'provider' },
    { ...mailContext, payments },
  );
  if (!moved.ok) throw new Error(`order ${order.number} is PENDING and cannot become ${state}`);
  return ok(null);
};
