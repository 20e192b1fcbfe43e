import {
  containsPossibleLink,
  createMailTexts,
  type MailBlock,
  type MailContent,
} from '#server/api/mail/mail-content.ts';
import type { OrderRow } from '#server/api/orders/order-repository.ts';
import { isGuestOrder } from '#server/api/orders/order-tokens.ts';
import { findCountryByCode } from '#server/api/places/places.ts';
import { centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { OrderActor, OrderState } from '#shared/orders/order-states.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { formatDeliveryTime } from '#shared/shipping/delivery-time/format-delivery-time.ts';
import { toTrackingUrl } from '#shared/shipping/tracking-url.ts';

export interface OrderMailContext {
  timeZone: string;
  /** Scheme and host of the site in the language of the order, such as `https://domaine-a.fr`, for the links. */
  origin: string;
}

export interface OrderPageLink {
  href: string;
  /** True if the URL contains a secret that gives access without a session. */
  isSecret: boolean;
}

/**
 * Creates the greeting of a mail about an order. Mails to guests greet without a name, because a stranger may have
 * typed the name and the email address.
 */
export function createOrderMailGreetingText(
  order: OrderRow,
  name: string,
  { timeZone }: Pick<OrderMailContext, 'timeZone'>,
): string {
  const { t } = createMailTexts(order.lang, timeZone);
  return isGuestOrder(order) || name === '' ? t('accounts.hello-stranger') : t('orders.state.hello', { name });
}

/** The order states of which the customer is notified, with the part of the text keys that names the state. */
const notifiedStates = {
  PAID: 'paid',
  CANCELLED: 'cancelled',
  SHIPPED: 'shipped',
  READY: 'ready',
} as const satisfies Partial<Record<OrderState, string>>;
type NotifiedState = keyof typeof notifiedStates;
export const isNotifiedState = (state: OrderState): state is NotifiedState => state in notifiedStates;

/** The names of cancellations in text keys. */
const cancellationNames = {
  customer: 'cancelled-by-customer',
  staff: 'cancelled',
  provider: 'cancelled',
  system: 'lapsed',
} as const satisfies Record<OrderActor, string>;

export function createOrderStateMail(
  order: OrderRow,
  state: NotifiedState,
  { actor, reason = '', ...context }: OrderMailContext & { actor: OrderActor; reason?: string | undefined },
  page: OrderPageLink,
): MailContent {
  return createOrderMail(
    order,
    state === 'CANCELLED' ? cancellationNames[actor] : notifiedStates[state],
    context,
    page,
    reason,
  );
}

export const createTrackingCorrectionMail = (
  order: OrderRow,
  context: OrderMailContext,
  page: OrderPageLink,
): MailContent => createOrderMail(order, 'tracking-corrected', context, page);

type MailName = (typeof notifiedStates)[NotifiedState] | (typeof cancellationNames)[OrderActor] | 'tracking-corrected';

function createOrderMail(
  order: OrderRow,
  name: MailName,
  context: OrderMailContext,
  page: OrderPageLink,
  reason = '',
): MailContent {
  const { t, euros } = createMailTexts(order.lang, context.timeZone);
  const { number } = order;
  const values = { number, total: euros(centsToEuros(order.total)) };
  return {
    kind: `order-${name}` satisfies OrderMailKind,
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    origin: context.origin,
    isSecret: page.isSecret,
    subject: t(`orders.state.${name}.subject`, { number }),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, context) },
      { kind: 'text', text: t(`orders.state.${name}.text`, values) },
      {
        kind: 'facts',
        rows: [
          [t('orders.state.number'), number],
          ...(reason === '' ? [] : ([[t('orders.state.cancelled.reason'), reason]] as const)),
          ...(order.state === 'CANCELLED' ? [] : buildDeliveryFacts(order, context)),
          ...trackingFacts(order, t),
        ],
      },
      ...trackingLink(order, t),
      { kind: 'link', label: t('orders.state.see'), href: page.href },
    ],
  };
}

type Translate = ReturnType<typeof createMailTexts>['t'];

const trackingFacts = ({ trackingNumber }: OrderRow, t: Translate): Facts =>
  trackingNumber === null ? [] : [[t('orders.state.shipped.tracking'), trackingNumber]];

function trackingLink({ trackingNumber, trackingUrl: template }: OrderRow, t: Translate): MailBlock[] {
  if (trackingNumber === null || template === null) return [];
  return [{ kind: 'link', label: t('orders.state.shipped.track'), href: toTrackingUrl(template, trackingNumber) }];
}

type Facts = Extract<MailBlock, { kind: 'facts' }>['rows'];

const deliveryTimeKeys = { exact: 'orders.delivery-time.exact', range: 'orders.delivery-time.range' } as const;

export function buildDeliveryFacts(
  order: OrderRow,
  { timeZone }: Pick<OrderMailContext, 'timeZone'>,
  recipient: { isToCustomer: boolean } = { isToCustomer: true },
): Facts {
  const { t, date } = createMailTexts(order.lang, timeZone);
  const { carrier, deliveryAddress, pickupPoint, collection, collectionDate } = order;
  const rows: [string, string][] = [];
  if (carrier) rows.push([t('orders.state.shipped.carrier'), carrier.name]);
  if (carrier?.deliveryTime)
    rows.push([t('orders.delivery-time'), formatDeliveryTime(t, deliveryTimeKeys, carrier.deliveryTime)]);
  if (pickupPoint) {
    const { name, addLine1, zipCode, city } = pickupPoint;
    rows.push([t('orders.state.shipped.pickup-point'), `${name}, ${addLine1}, ${zipCode} ${city}`]);
  } else if (deliveryAddress)
    rows.push([t('orders.state.shipped.address'), formatMailAddressLine(order, deliveryAddress, recipient)]);
  if (collection) {
    rows.push([t('orders.state.ready.place'), `${collection.place}, ${collection.address}`]);
    if (collectionDate) {
      // The day is formatted in UTC, because the time zone of the site must not shift a calendar day.
      const day = date(collectionDate, { dateStyle: 'full' });
      const [from, to] = [formatClockTime(collection.from, order.lang), formatClockTime(collection.to, order.lang)];
      rows.push([t('orders.state.ready.day'), t('orders.state.ready.times', { date: day, from, to })]);
    }
  }
  return rows;
}

/**
 * Formats a postal address in one line. In mails to guests, parts that a mail program could turn into a link are left
 * out, because a visitor can have such a mail sent to any email address.
 */
export function formatMailAddressLine(
  order: OrderRow,
  { firstname, lastname, address, addressPart2, postalCode, city, country }: StoredOrderAddress,
  { isToCustomer }: { isToCustomer: boolean },
): string {
  const parts = [`${firstname} ${lastname}`, address, addressPart2, `${postalCode} ${city}`];
  const shown = isToCustomer && isGuestOrder(order) ? parts.filter((part) => !containsPossibleLink(part)) : parts;
  return [...shown, findCountryByCode(country, order.lang)?.name ?? country].filter(Boolean).join(', ');
}
