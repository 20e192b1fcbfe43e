import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { lockOrder, type OrderRow } from '#server/api/orders/order-repository.ts';
import type { Lang } from '#shared/languages.ts';
import { centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { changeOrderState, type OrderStateChangeContext } from './change-order-state.ts';

/**
 * Cancels an unpaid order at the request of its customer. An order that is cancelled already is left unchanged, so that a repeated
 * call succeeds.
 */
export async function cancelOrderAsCustomer(
  tx: SiteTx,
  orderId: number,
  context: OrderStateChangeContext & { defaultLang: Lang; timeZone: string },
): Promise<Outcome<OrderRow, 'not_found' | 'cannot_cancel'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.state === 'CANCELLED') return ok(order);
  const changed = await changeOrderState(tx, { orderId, state: 'CANCELLED', actor: 'customer' }, context);
  if (!changed.ok) return refuse(changed.refusal === 'not_found' ? 'not_found' : 'cannot_cancel');
  await queueMail(tx, createCancellationNotice(order, 'customer', context));
  return changed;
}

/**
 * Creates the mail that notifies the estate of a cancellation by the customer or of an order that has lapsed. The estate
 * may already have begun to pack, or may have received the payment. Replies go to the customer.
 */
export function createCancellationNotice(
  order: OrderRow,
  actor: 'customer' | 'system',
  { defaultLang: lang, timeZone }: { defaultLang: Lang; timeZone: string },
): MailContent {
  const key = actor === 'customer' ? 'orders.cancellation-notice' : 'orders.lapse-notice';
  const { t, euros } = createMailTexts(lang, timeZone);
  const { number, billingAddress } = order;
  const name = `${billingAddress.firstname} ${billingAddress.lastname}`;
  const values = { number, name, total: euros(centsToEuros(order.total)) };
  return {
    kind: 'order-cancellation-notice' satisfies OrderMailKind,
    to: 'estate',
    lang,
    orderId: order.id,
    ...(order.email !== '' && { replyTo: order.email }),
    subject: t(`${key}.subject`, { number }),
    blocks: [{ kind: 'text', text: t(`${key}.text`, values) }],
  };
}
