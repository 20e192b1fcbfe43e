import { createMailTexts } from '#server/api/mail/mail-texts.ts';
import type { OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { RefundMethod } from '#shared/orders/refund.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { createOrderMailGreetingText, type OrderMailContext, type OrderPageLink } from './order-state-mail.ts';

/** Creates the mail that informs the customer of a refund. */
export function createRefundMail(
  order: OrderRow,
  { amount, reason, method }: { amount: Cents; reason: string; method: RefundMethod },
  context: OrderMailContext,
  page: OrderPageLink,
): OutgoingMail {
  const { t, euros } = createMailTexts(order.lang, context.timeZone);
  const values = { number: order.number, amount: euros(centsToEuros(amount)) };
  return {
    kind: 'order-refunded' satisfies OrderMailKind,
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    origin: context.origin,
    isSecret: page.isSecret,
    subject: t('orders.refund.subject', values),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, context) },
      { kind: 'text', text: t(`orders.refund.${method}`, values) },
      {
        kind: 'facts',
        rows: [
          [t('orders.state.number'), order.number],
          [t('orders.refund.amount'), values.amount],
          ...(reason === '' ? [] : ([[t('orders.state.cancelled.reason'), reason]] as const)),
        ],
      },
      { kind: 'link', label: t('orders.state.see'), href: page.href },
    ],
  };
}
