import { createMailTexts } from '#server/api/mail/mail-texts.ts';
import type { OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import { centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import type { OrderRow } from './order-reading-repository.ts';
import {
  buildDeliveryFacts,
  createOrderMailGreetingText,
  type OrderMailContext,
  type OrderPageLink,
} from './order-state-mail.ts';

/** Creates the mail that reminds the customer that an unpaid order will be cancelled. */
export function createPaymentReminderMail(
  order: OrderRow,
  dueAt: Date,
  payment: PaymentMethodDescription,
  { page, ...context }: OrderMailContext & { page: OrderPageLink },
): OutgoingMail {
  const { number, lang } = order;
  const { t, euros, date } = createMailTexts(lang, context.timeZone);
  const total = euros(centsToEuros(order.total));
  const due = date(dueAt.toISOString(), { dateStyle: 'full', timeStyle: 'short' });
  const { isPaidAtCollection } = paymentMethodRecords[order.paymentMethod];
  const key = isPaidAtCollection ? 'orders.reminder.collection' : 'orders.reminder.payment';
  return {
    kind: 'order-payment-reminder' satisfies OrderMailKind,
    to: order.email,
    lang,
    orderId: order.id,
    origin: context.origin,
    isSecret: page.isSecret,
    subject: t(`${key}.subject`, { number }),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, context) },
      { kind: 'text', text: t(`${key}.text`, { number, total, due }) },
      ...(isPaidAtCollection
        ? [{ kind: 'facts', rows: buildDeliveryFacts(order, context) } as const]
        : [{ kind: 'text', text: [payment.label, payment.instructions].filter(Boolean).join('\n') } as const]),
      { kind: 'link', label: t('orders.state.see'), href: page.href },
    ],
  };
}
