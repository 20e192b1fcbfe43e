import { and, asc, eq, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import type { PaymentReceivedEvent } from '#server/api/payments/payment-provider.ts';
import type { Lang } from '#shared/languages.ts';
import { centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { SurplusPaymentReason } from '#shared/orders/staff-order-view.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { lockOrder, type OrderRow } from './order-repository.ts';
import { surplusPayments } from './orders-tables.ts';

interface EstateMailContext {
  defaultLang: Lang;
  timeZone: string;
}

/**
 * Records a payment that the estate has to refund, and notifies the estate by mail. The state of the order does not
 * change. Providers repeat events: a payment that is recorded already has no effect.
 */
export async function recordSurplusPayment(
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

/** Reads the surplus payments of orders, the oldest first. */
export const readSurplusPaymentsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select()
    .from(surplusPayments)
    .where(inArray(surplusPayments.orderId, [...orderIds]))
    .orderBy(asc(surplusPayments.receivedAt), asc(surplusPayments.reference));

/** Records that staff have refunded a surplus payment. A repeated call leaves the time of the first call unchanged. */
export async function markSurplusPaymentAsRefunded(
  tx: SiteTx,
  { orderId, reference, staffUserId }: { orderId: number; reference: string; staffUserId: number },
): Promise<Outcome<OrderRow, 'not_found'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  const isPayment = and(eq(surplusPayments.orderId, orderId), eq(surplusPayments.reference, reference));
  const [payment] = await tx.select().from(surplusPayments).where(isPayment);
  if (!payment) return refuse('not_found');
  if (payment.refundedAt === null)
    await tx.update(surplusPayments).set({ refundedAt: new Date(), staffUserId }).where(isPayment);
  return ok(order);
}
