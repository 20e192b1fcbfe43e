import { orderCurrency } from '#server/api/payments/payment-provider.ts';
import type { SettlePayment } from '#server/api/payments/payment-webhook-route.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { lockOrderByNumber, savePaymentReference } from './order-changes-repository.ts';

/**
 * Records a received payment and changes a PENDING order to PAID. Providers repeat events, so an event whose payment is known
 * has no effect.
 */
export const settlePayment: SettlePayment = async (tx, event, { provider, payments, mailContext }) => {
  const order = await lockOrderByNumber(tx, event.orderNumber);
  if (!order || !provider.methods.includes(order.paymentMethod)) return refuse('not_found');
  if (order.paymentReference === event.reference) return ok(null);
  if (event.amount !== order.total || event.currency !== orderCurrency) return refuse('amount_mismatch');
  // The estate must return the money of these two itself: nothing in the order refers to the second payment.
  if (order.paymentReference !== null) return refuse('already_paid');
  if (order.state === 'CANCELLED') return refuse('order_cancelled');
  await savePaymentReference(tx, order.id, event.reference);
  // Staff may have begun to prepare the order before the payment arrived.
  if (order.state !== 'PENDING') return ok(null);
  const move = { orderId: order.id, state: 'PAID', actor: 'provider' } as const;
  const moved = await changeOrderState(tx, move, { ...mailContext, payments });
  if (!moved.ok) throw new Error(`order ${order.number} is PENDING and cannot become PAID`);
  return ok(null);
};
