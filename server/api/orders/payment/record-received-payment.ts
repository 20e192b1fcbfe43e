import { and, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import type { OrderRow } from '#server/api/orders/order-repository.ts';
import { orderStateChanges, orders, surplusPayments } from '#server/api/orders/orders-tables.ts';
import { changeOrderState } from '#server/api/orders/state/change-order-state.ts';
import { issueVouchers } from '#server/api/orders/vouchers/issue-vouchers.ts';
import { orderCurrency, type PaymentReceivedEvent } from '#server/api/payments/payment-provider.ts';
import type { RecordReceivedPayment } from '#server/api/payments/payments-routes.ts';
import type { Lang } from '#shared/languages.ts';
import { centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { SurplusPaymentReason } from '#shared/orders/staff-order-view.ts';
import { ok, refuse } from '#shared/outcome.ts';

interface EstateMailContext {
  defaultLang: Lang;
  timeZone: string;
}

/**
 * Records a payment that the estate has to refund, and notifies the estate by mail. The state of the order does not
 * change. Providers repeat events: a payment that is recorded already has no effect.
 */
async function recordSurplusPayment(
  tx: SiteTx,
  order: OrderRow,
  { payment, reason }: { payment: PaymentReceivedEvent; reason: SurplusPaymentReason },
  context: EstateMailContext,
): Promise<void> {
  const { reference, amount } = payment;
  const recorded = await tx
    .insert(surplusPayments)
    .values({ orderId: order.id, reference, amount, reason })
    .onConflictDoNothing()
    .returning({ reference: surplusPayments.reference });
  if (recorded.length > 0) await queueMail(tx, createSurplusPaymentNotice(order, payment, reason, context));
}

function createSurplusPaymentNotice(
  { id, number, email, billingAddress: { firstname, lastname } }: OrderRow,
  { amount, reference }: PaymentReceivedEvent,
  reason: SurplusPaymentReason,
  { defaultLang, timeZone }: EstateMailContext,
): MailContent {
  const { t, euros } = createMailTexts(defaultLang, timeZone);
  const values = { number, amount: euros(centsToEuros(amount)) };
  return {
    kind: 'order-surplus-payment-notice' satisfies OrderMailKind,
    to: 'estate',
    lang: defaultLang,
    orderId: id,
    ...(email !== '' && { replyTo: email }),
    subject: t('orders.surplus-payment.subject', values),
    blocks: [
      { kind: 'text', text: t(`orders.surplus-payment.${reason}`, values) },
      { kind: 'text', text: t('orders.surplus-payment.text') },
      {
        kind: 'facts',
        rows: [
          [t('orders.state.number'), number],
          [t('orders.surplus-payment.customer'), `${firstname} ${lastname}`.trim()],
          [t('orders.surplus-payment.amount'), values.amount],
          [t('orders.surplus-payment.reference'), reference],
        ],
      },
    ],
  };
}

async function lockOrderByNumber(tx: SiteTx, number: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.number, number)).for('update');
  return row ?? null;
}

async function savePaymentReference(tx: SiteTx, orderId: number, paymentReference: string): Promise<void> {
  await tx.update(orders).set({ paymentReference }).where(eq(orders.id, orderId));
}

async function wasOrderInStatePaid(tx: SiteTx, orderId: number): Promise<boolean> {
  const where = and(eq(orderStateChanges.orderId, orderId), eq(orderStateChanges.state, 'PAID'));
  return (await tx.$count(orderStateChanges, where)) > 0;
}

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
