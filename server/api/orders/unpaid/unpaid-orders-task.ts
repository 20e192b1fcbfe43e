import { eq } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import {
  buildDeliveryFacts,
  createOrderMailGreetingText,
  type OrderMailContext,
  type OrderPageLink,
} from '#server/api/orders/mails/order-state-mail.ts';
import { lockOrder, type OrderRow } from '#server/api/orders/order-repository.ts';
import { createOrderPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { createCancellationNotice } from '#server/api/orders/state/cancel-order-as-customer.ts';
import { changeOrderState } from '#server/api/orders/state/change-order-state.ts';
import { readOrderIdsToRemind, readOverdueOrderIds } from '#server/api/orders/unpaid-orders-repository.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { isPaymentReminderDue } from '#shared/orders/unpaid-orders.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { readUnpaidOrderRules } from './unpaid-order-limits.ts';

const savePaymentReminder = (tx: SiteTx, id: number, now: Date) =>
  tx.update(orders).set({ paymentRemindedAt: now }).where(eq(orders.id, id));

/**
 * Reminds customers of unpaid orders and cancels overdue ones (docs/rules.md, "Unpaid orders"). Each order has a separate transaction, so that no
 * transaction holds the locks of several orders.
 */
export async function processUnpaidOrders(
  db: Db,
  siteId: number,
  payments: PaymentProviders,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const runInSite = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(db, siteId, work);
  const overdue = await runInSite((tx) => readOverdueOrderIds(tx, now));
  for (const { id } of overdue) {
    if (signal?.aborted) return;
    await runInSite((tx) => cancelOverdueOrder(tx, id, payments, now));
  }
  const reminders = await runInSite(async (tx) => {
    const { reminderDays } = await readUnpaidOrderRules(tx);
    return readOrderIdsToRemind(tx, now, reminderDays);
  });
  for (const { id } of reminders) {
    if (signal?.aborted) return;
    await runInSite((tx) => remindOfPayment(tx, id, payments, now));
  }
}

async function cancelOverdueOrder(tx: SiteTx, id: number, payments: PaymentProviders, now: Date): Promise<void> {
  const order = await lockOrder(tx, id);
  // The order is read again under its lock, because staff may have changed or exempted it in the meantime.
  if (order?.state !== 'PENDING' || !order.paymentDueAt || order.paymentDueAt > now) return;
  const move = { orderId: id, state: 'CANCELLED', actor: 'system' } as const;
  const moved = await changeOrderState(tx, move, { payments });
  if (!moved.ok) throw new Error(`order ${order.number} is PENDING and cannot lapse`);
  const defaultLang = await readDefaultLang(tx);
  const { timeZone } = await readMailBranding(tx, defaultLang);
  await queueMail(tx, createCancellationNotice(order, 'system', { defaultLang, timeZone }));
}

function createPaymentReminderMail(
  order: OrderRow,
  dueAt: Date,
  payment: PaymentMethodDescription,
  { page, ...context }: OrderMailContext & { page: OrderPageLink },
): MailContent {
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

async function remindOfPayment(tx: SiteTx, id: number, payments: PaymentProviders, now: Date): Promise<void> {
  const order = await lockOrder(tx, id);
  if (order?.state !== 'PENDING' || !order.paymentDueAt || order.paymentRemindedAt) return;
  const times = { placedAt: order.createdAt.getTime(), dueAt: order.paymentDueAt.getTime(), now: now.getTime() };
  if (!isPaymentReminderDue(times, await readUnpaidOrderRules(tx))) return;
  await savePaymentReminder(tx, id, now);
  if (order.email === '') return;
  const [site] = await tx.select({ defaultLang: sites.defaultLang }).from(sites).where(eq(sites.id, tx.siteId));
  const { lang } = order;
  const pickLanguage = (text: Parameters<typeof resolveLocalized>[0]) =>
    resolveLocalized(text, lang, site?.defaultLang ?? lang);
  const payment = (await payments.readDescriptions(tx, { lang, pickLanguage }))(order.paymentMethod);
  const context = await readOrderMailContext(tx, order);
  const page = await createOrderPageLink(tx, order, context.origin);
  await queueMail(tx, createPaymentReminderMail(order, order.paymentDueAt, payment, { ...context, page }));
}
