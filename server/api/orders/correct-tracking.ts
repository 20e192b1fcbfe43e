import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readTrackingUrlTemplate } from '#server/api/shipping/shipping-repository.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { lockOrder, saveOrderTracking } from './order-changes-repository.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { createTrackingCorrectionMail } from './order-state-mail.ts';
import { createOrderPageLink, readOrderMailContext } from './order-tokens.ts';

export interface TrackingNumberCorrection {
  orderId: number;
  /** Null removes a number that was entered by mistake. */
  trackingNumber: string | null;
  /** True if the customer receives the new number by mail. */
  sendsMail: boolean;
}

/** Corrects the tracking number of an order that has been shipped, with the present tracking URL of its carrier. */
export async function correctTracking(
  tx: SiteTx,
  { orderId, trackingNumber, sendsMail }: TrackingNumberCorrection,
): Promise<Outcome<OrderRow, 'not_found' | 'not_shipped'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.deliveryType === 'CLICK_AND_COLLECT' || (order.state !== 'SHIPPED' && order.state !== 'COMPLETED'))
    return refuse('not_shipped');
  const trackingUrl =
    trackingNumber === null || order.carrier === null ? null : await readTrackingUrlTemplate(tx, order.carrier.id);
  const changed = { ...order, trackingNumber, trackingUrl };
  await saveOrderTracking(tx, orderId, { trackingNumber, trackingUrl });
  if (sendsMail && trackingNumber !== null && order.email !== '') {
    const context = await readOrderMailContext(tx, order);
    const page = await createOrderPageLink(tx, order, context.origin);
    await queueMail(tx, createTrackingCorrectionMail(changed, context, page));
  }
  return ok(changed);
}
