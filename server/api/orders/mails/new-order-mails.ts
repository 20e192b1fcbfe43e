import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import { createMailTexts, type MailBlock, type MailContent } from '#server/api/mail/mail-content.ts';
import type { NewOrderLine, OrderRow } from '#server/api/orders/order-repository.ts';
import { isGuestOrder } from '#server/api/orders/order-tokens.ts';
import { computePricePerLitre } from '#shared/catalogue/capacity.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import type { Lang } from '#shared/languages.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { listOrderAmounts, type OrderAmount } from '#shared/orders/list-order-amounts.ts';
import { isDistanceSale } from '#shared/orders/order-channel.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { isTaxedOnArrival } from '#shared/shipping/shipping-zone.ts';
import {
  buildDeliveryFacts,
  createOrderMailGreetingText,
  formatMailAddressLine,
  type OrderMailContext,
  type OrderPageLink,
} from './order-state-mail.ts';

type MailTexts = ReturnType<typeof createMailTexts>;

export interface NewOrderMailData {
  order: OrderRow;
  lines: readonly NewOrderLine[];
  payment: PaymentMethodDescription;
  customer: CheckoutCustomer;
  hasTerms: boolean;
  hasAlcohol: boolean;
}

/**
 * Creates the customer's confirmation on a durable medium with the terms of sale attached, as article L221-13 of the
 * Consumer Code requires.
 */
export function createOrderConfirmationMail(
  data: NewOrderMailData,
  context: OrderMailContext,
  page: OrderPageLink,
): MailContent {
  const { order, customer, payment } = data;
  const isGuest = isGuestOrder(order);
  const { lang, number } = order;
  const { t, date } = createMailTexts(lang, context.timeZone);
  const attachments = data.hasTerms ? [{ filename: t('terms.file'), builder: 'terms', key: order.termsVersion }] : [];
  return {
    kind: 'order-confirmation' satisfies OrderMailKind,
    to: customer.email,
    lang,
    orderId: order.id,
    attachments,
    sellsAlcohol: data.hasAlcohol,
    origin: context.origin,
    isSecret: page.isSecret,
    subject: t('orders.placed.subject', { number }),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, customer.firstname, context) },
      { kind: 'text', text: t('orders.placed.text', { number, date: date(order.createdAt.toISOString()) }) },
      createOrderLinesBlock(data, lang, context.timeZone),
      { kind: 'heading', text: t(order.collection ? 'orders.placed.collection' : 'orders.placed.delivery') },
      {
        kind: 'facts',
        rows: [...buildDeliveryFacts(order, context), ...customerFacts(order, context, { isToCustomer: true })],
      },
      ...customsBlocks(order, t),
      { kind: 'heading', text: t('orders.placed.payment') },
      { kind: 'text', text: describePayment(order, payment, context) },
      ...dueBlocks(order, context),
      { kind: 'link', label: t('orders.state.see'), href: page.href },
      ...(isGuest ? [{ kind: 'text', text: t('orders.guest.account') } as const] : []),
      ...(isDistanceSale(order.channel) ? withdrawalBlocks(order, t, context) : []),
      ...(data.hasTerms ? [{ kind: 'note', text: t('orders.placed.terms') } as const] : []),
      ...(isGuest ? [{ kind: 'note', text: t('orders.guest.stranger') } as const] : []),
    ],
  };
}

const withdrawalBlocks = ({ number }: OrderRow, t: MailTexts['t'], { origin }: OrderMailContext): MailBlock[] => [
  { kind: 'heading', text: t('orders.placed.withdrawal') },
  { kind: 'text', text: t('orders.placed.withdrawal.text') },
  {
    kind: 'link',
    label: t('orders.placed.withdrawal.link'),
    href: `${origin}/withdrawal?order=${encodeURIComponent(number)}`,
  },
];

function customsBlocks({ deliveryAddress, pickupPoint }: OrderRow, t: MailTexts['t']): MailBlock[] {
  const country = pickupPoint?.country ?? deliveryAddress?.country ?? '';
  const postalCode = pickupPoint?.zipCode ?? deliveryAddress?.postalCode ?? '';
  return isTaxedOnArrival(country, postalCode) ? [{ kind: 'text', text: t('orders.placed.customs') }] : [];
}

/**
 * Describes the payment for the customer. An order that staff enter may already be paid, and then needs no
 * instructions.
 */
const describePayment = (
  { state, lang }: OrderRow,
  payment: PaymentMethodDescription,
  { timeZone }: OrderMailContext,
): string =>
  state === 'PENDING'
    ? [payment.label, payment.instructions].filter(Boolean).join('\n')
    : createMailTexts(lang, timeZone).t('orders.placed.paid');

/**
 * Creates the block with the due date of the payment; none for payment at collection, which has no separate due date.
 */
function dueBlocks(
  { state, paymentDueAt, paymentMethod, lang }: OrderRow,
  { timeZone }: OrderMailContext,
): MailBlock[] {
  if (state !== 'PENDING' || paymentDueAt === null) return [];
  if (paymentMethodRecords[paymentMethod].isPaidAtCollection) return [];
  const { t, date } = createMailTexts(lang, timeZone);
  return [{ kind: 'text', text: t('orders.placed.due', { due: date(paymentDueAt.toISOString()) }) }];
}

/** Creates the mail that notifies the estate of a new order. Replies go to the customer. */
export function createEstateOrderNoticeMail(
  data: NewOrderMailData,
  { lang, timeZone }: { lang: Lang; timeZone: string },
): MailContent {
  const { order, customer, payment } = data;
  const { t, euros } = createMailTexts(lang, timeZone);
  const values = { number: order.number, total: euros(centsToEuros(order.total)) };
  const name = `${customer.firstname} ${customer.lastname}`;
  return {
    kind: 'order-notice' satisfies OrderMailKind,
    to: 'estate',
    lang,
    orderId: order.id,
    replyTo: customer.email,
    sellsAlcohol: data.hasAlcohol,
    subject: t('orders.notice.subject', values),
    blocks: [
      { kind: 'text', text: t('orders.notice.text', { ...values, name }) },
      createOrderLinesBlock(data, lang, timeZone),
      {
        kind: 'facts',
        rows: [
          [t('orders.notice.customer'), `${name}, ${customer.email}`],
          ...buildDeliveryFacts({ ...order, lang }, { timeZone }, { isToCustomer: false }),
          ...customerFacts({ ...order, lang }, { timeZone }, { isToCustomer: false }),
          [t('orders.placed.payment'), payment.label],
        ],
      },
    ],
  };
}

function customerFacts(
  order: OrderRow,
  { timeZone }: Pick<OrderMailContext, 'timeZone'>,
  recipient: { isToCustomer: boolean },
): [string, string][] {
  const { t } = createMailTexts(order.lang, timeZone);
  const billing = formatMailAddressLine(order, order.billingAddress, recipient);
  const rows: [string, string][] = [[t('orders.placed.billing'), billing]];
  if (order.phone) rows.push([t('orders.placed.phone'), order.phone]);
  if (order.message && !(recipient.isToCustomer && isGuestOrder(order)))
    rows.push([t('orders.placed.message'), order.message]);
  return rows;
}

/** Creates the block of a mail with the order lines, their prices and the totals (docs/rules.md, "Price per litre"). */
export function createOrderLinesBlock(
  data: { order: OrderRow; lines: readonly NewOrderLine[] },
  lang: Lang,
  timeZone: string,
): MailBlock {
  const texts = createMailTexts(lang, timeZone);
  const lines = data.lines.map((line) => lineEntry(line, texts));
  const amounts = listOrderAmounts({ ...data.order, isShipped: data.order.carrier !== null });
  const toRows = (isVat: boolean) =>
    amounts.filter(({ kind }) => (kind === 'vat') === isVat).map((amount) => toAmountRow(amount, texts));
  return { kind: 'lines', lines, sums: toRows(false), included: toRows(true) };
}

const nameWithYear = (name: string, year: number | null): string => (year === null ? name : `${name} ${year}`);

function lineEntry(line: NewOrderLine, { t, euros, number }: MailTexts) {
  const money = (cents: Cents) => euros(centsToEuros(cents));
  const perLitre = isDrinkKind(line.kind) ? computePricePerLitre(line.price, line) : null;
  const size = line.capacityUnit === 'LITER' ? 'orders.placed.litres' : 'orders.placed.centilitres';
  const details = [
    t('orders.placed.each', { quantity: line.quantity, price: money(line.price) }),
    ...(isDrinkKind(line.kind) ? [t(size, { volume: number(line.capacity) })] : []),
    ...(perLitre === null ? [] : [t('orders.placed.per-litre', { price: money(perLitre) })]),
    ...(line.contents ?? []).map(({ name, year, quantity }) =>
      t('orders.placed.contents', { quantity, name: nameWithYear(name, year) }),
    ),
  ];
  return {
    name: nameWithYear(line.name, line.year),
    details: details.join(' · '),
    amount: money(line.price * line.quantity),
  };
}

function toAmountRow(row: OrderAmount, { t, euros, number }: MailTexts): [string, string] {
  const amount = euros(centsToEuros(row.amount));
  switch (row.kind) {
    case 'discount':
      return [t('orders.placed.code', { code: row.code }), `− ${amount}`];
    case 'shipping':
      return [t('orders.placed.fee'), row.amount > 0 ? amount : t('orders.placed.free')];
    case 'vat':
      return [t('orders.placed.vat', { rate: number(row.rate ?? 0) }), amount];
    default:
      return [t(`orders.placed.${row.kind}`), amount];
  }
}
