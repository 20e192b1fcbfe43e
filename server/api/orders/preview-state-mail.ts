import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type PlainMailPreview, renderPlainMailPreview } from '#server/api/mail/render-plain-mail-preview.ts';
import { listNextOrderStates, releasesStock } from '#shared/orders/order-states.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { readTrackingOfRequestedStateChange } from './change-order-state.ts';
import type { RequestedStateChange } from './order-changes-repository.ts';
import { readOrder } from './order-reading-repository.ts';
import { createOrderStateMail, isNotifiedState } from './order-state-mail.ts';
import { createPreviewPageLink, readOrderMailContext } from './order-tokens.ts';
import { readVouchersOfOrders } from './vouchers-repository.ts';

/** Renders the mail that a change of an order's state would send; null if the change would send no mail. */
export async function previewStateMail(
  tx: SiteTx,
  change: RequestedStateChange,
): Promise<Outcome<PlainMailPreview | null, 'not_found' | 'state_change_not_allowed' | 'voucher_redeemed'>> {
  const { orderId, state, actor, reason } = change;
  const order = await readOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (!listNextOrderStates(order.state, order.deliveryType, actor).includes(state))
    return refuse('state_change_not_allowed');
  if (releasesStock(state) && (await readVouchersOfOrders(tx, [orderId])).some(({ redeemedAt }) => redeemedAt !== null))
    return refuse('voucher_redeemed');
  if (order.email === '' || !isNotifiedState(state)) return ok(null);
  const changed = { ...order, ...(await readTrackingOfRequestedStateChange(tx, order, change)), state };
  const context = await readOrderMailContext(tx, order);
  const page = await createPreviewPageLink(tx, order, context.origin);
  const mail = createOrderStateMail(changed, state, { ...context, actor, reason }, page);
  return ok(await renderPlainMailPreview(tx, mail));
}
