import { eq } from 'drizzle-orm';
import { returnStock } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteDiscountCodeUse } from '#server/api/discounts/discount-codes.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { createOrderStateMail, isNotifiedState } from '#server/api/orders/mails/order-state-mail.ts';
import {
  getRefundableOnlinePayment,
  insertOrderRefund,
  readRefundsOfOrders,
} from '#server/api/orders/order-refunds.ts';
import {
  lockOrder,
  lockVouchersOfOrder,
  type OrderRow,
  type RequestedStateChange,
  saveOrderStateChange,
} from '#server/api/orders/order-repository.ts';
import { createOrderPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import { orderLines } from '#server/api/orders/orders-tables.ts';
import { deleteUnpaidOrderLimitEntries } from '#server/api/orders/unpaid-orders-repository.ts';
import { updateVouchersForOrderState } from '#server/api/orders/vouchers/issue-vouchers.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { readTrackingUrlTemplate } from '#server/api/shipping/shipping.ts';
import { listNextOrderStates, releasesStock } from '#shared/orders/order-states.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

async function readStockTakenByOrder(tx: SiteTx, orderId: number) {
  const lines = await tx
    .select({ stockTaken: orderLines.stockTaken })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  return lines.flatMap(({ stockTaken }) => stockTaken.map(({ variantId, quantity }) => ({ variantId, quantity })));
}

export interface OrderStateChangeContext {
  payments: PaymentProviders;
}

/**
 * Changes the state of an order (docs/rules.md, "States of an order"). The order is locked first: of two simultaneous
 * cancellations one is refused, and the stock is returned only once.
 */
export async function changeOrderState(
  tx: SiteTx,
  change: RequestedStateChange,
  context: OrderStateChangeContext,
): Promise<Outcome<OrderRow, 'not_found' | 'state_change_not_allowed' | 'voucher_redeemed'>> {
  const { orderId, state, actor } = change;
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (!listNextOrderStates(order.state, order.deliveryType, actor).includes(state))
    return refuse('state_change_not_allowed');
  // A cancellation refunds the whole order, so it is refused if the customer has redeemed one of its vouchers.
  if (releasesStock(state) && (await hasRedeemedVoucher(tx, orderId))) return refuse('voucher_redeemed');
  const tracking = await readRequestedTracking(tx, order, change);
  await saveOrderStateChange(tx, change, tracking);
  const changed = { ...order, ...tracking, state };
  await deleteUnpaidOrderLimitEntries(tx, orderId);
  await updateVouchersForOrderState(tx, changed, state);
  if (releasesStock(state)) await revertOrder(tx, order, change, context);
  if (!change.isSilent && order.email !== '' && isNotifiedState(state)) {
    const mail = await readOrderMailContext(tx, order);
    const page = await createOrderPageLink(tx, order, mail.origin);
    await queueMail(tx, createOrderStateMail(changed, state, { ...mail, actor, reason: change.reason }, page));
  }
  return ok(changed);
}

const hasRedeemedVoucher = async (tx: SiteTx, orderId: number): Promise<boolean> =>
  (await lockVouchersOfOrder(tx, orderId)).some(({ redeemedAt }) => redeemedAt !== null);

/** Returns the tracking number of a parcel and its carrier's URL template; no fields without a tracking number. */
export async function readRequestedTracking(
  tx: SiteTx,
  { carrier }: OrderRow,
  { trackingNumber }: RequestedStateChange,
) {
  if (trackingNumber === undefined) return {};
  return { trackingNumber, trackingUrl: carrier && (await readTrackingUrlTemplate(tx, carrier.id)) };
}

/**
 * Undoes an order on its cancellation: returns the stock, deletes the discount code use and refunds the rest of an
 * online payment.
 */
async function revertOrder(
  tx: SiteTx,
  order: OrderRow,
  { staffUserId = null }: RequestedStateChange,
  { payments }: OrderStateChangeContext,
): Promise<void> {
  await returnStock(tx, await readStockTakenByOrder(tx, order.id));
  await deleteDiscountCodeUse(tx, order.id);
  const online = getRefundableOnlinePayment(order, payments);
  const refunded = (await readRefundsOfOrders(tx, [order.id])).reduce((sum, { amount }) => sum + amount, 0);
  const amount = order.total - refunded;
  if (!online || amount === 0) return;
  const refund = { orderId: order.id, amount, lines: [], isStockReturned: true, staffUserId };
  const id = await insertOrderRefund(tx, { ...refund, method: 'PROVIDER' });
  await online.refund(tx, { amount, refundId: `${order.number}-${id}` });
}
