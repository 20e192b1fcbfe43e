import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  lockOrderByNumber,
  type OrderRow,
  savePaymentReference,
  wasOrderInStatePaid,
} from '#server/api/orders/order-repository.ts';
import { changeOrderState } from '#server/api/orders/state/change-order-state.ts';
import { recordSurplusPayment } from '#server/api/orders/surplus-payments.ts';
import { issueVouchers } from '#server/api/orders/vouchers/issue-vouchers.ts';
import { orderCurrency } from '#server/api/payments/payment-provider.ts';
import type { RecordReceivedPayment } from '#server/api/payments/payments-routes.ts';
import type { SurplusPaymentReason } from '#shared/orders/staff-order-view.ts';
import { ok, refuse } from '#shared/outcome.ts';

/**
 * Records a received payment and changes a PENDING order to PAID. A payment for a cancelled, returned or paid order is
 * recorded for the estate to refund. Such an event is not refused, because the provider would then keep repeating it.
 * Providers repeat events, so an event whose payment is known has no effect.
 */
export const recordReceivedPayment: RecordReceivedPayment = async (tx, event, { provider, payments, estateMail }) => {
  const order = await lockOrderByNumber(tx, event.orderNumber);
  if (!order || !provider.methods.includes(order.paymentMethod)) return refuse('not_found');
  if (order.paymentReference === event.reference) return ok(null);
  if (event.amount !== order.total || event.currency !== orderCurrency) return refuse('amount_mismatch');
  const surplus = await findSurplusReason(tx, order);
  if (surplus) {
    await recordSurplusPayment(tx, order, { payment: event, reason: surplus }, estateMail);
    return ok(null);
  }
  await savePaymentReference(tx, order.id, event.reference);
  // Staff may have begun to prepare the order before the payment arrived.
  if (order.state !== 'PENDING') {
    await issueVouchers(tx, order);
    return ok(null);
  }
  const move = { orderId: order.id, state: 'PAID', actor: 'provider' } as const;
  const moved = await changeOrderState(tx, move, { payments });
  if (!moved.ok) throw new Error(`order ${order.number} is PENDING and cannot become PAID`);
  return ok(null);
};

/**
 * Returns the reason why the estate has to refund a payment; null if it does not. An order that staff have marked as
 * paid was paid by other means, such as a transfer.
 */
async function findSurplusReason(
  tx: SiteTx,
  { id, state, paymentReference }: OrderRow,
): Promise<SurplusPaymentReason | null> {
  if (state === 'CANCELLED') return 'order_cancelled';
  if (state === 'RETURNED') return 'order_returned';
  return paymentReference !== null || (await wasOrderInStatePaid(tx, id)) ? 'already_paid' : null;
}
