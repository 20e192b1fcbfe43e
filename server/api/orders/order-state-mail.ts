import { mailTexts } from '#server/api/mail/mail-texts.ts';
import type { MailBlock, OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import { countryOf } from '#server/api/places/places.ts';
import type { Lang } from '#shared/languages.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { StoredAddress } from '#shared/orders/orders-contract.ts';
import { clockText } from '#shared/places/clock-text.ts';
import type { OrderRow } from './order-reading-repository.ts';

export interface MailContext {
  timeZone: string;
  /** Origin of the site, such as `https://domaine-a.fr`. */
  origin: string;
}

/** The states of which the customer is notified, and their names in text keys. */
const notifiedStates = { CANCELLED: 'cancelled', SHIPPED: 'shipped', READY: 'ready' } as const satisfies Partial<
  Record<OrderState, string>
>;
type NotifiedState = keyof typeof notifiedStates;
const isNotified = (state: OrderState): state is NotifiedState => state in notifiedStates;

/** The mail about a new state; null for states without a mail, and for orders of deleted accounts. */
export function orderStateMail(order: OrderRow, state: OrderState, context: MailContext): OutgoingMail | null {
  if (!isNotified(state) || order.email === '') return null;
  const { t } = mailTexts(order.lang, context.timeZone);
  const { number } = order;
  const name = notifiedStates[state];
  return {
    kind: `order-${name}`,
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    origin: context.origin,
    subject: t(`ordering.state.${name}.subject`, { number }),
    blocks: [
      { kind: 'text', text: t('ordering.state.hello', { name: order.billingAddress.firstname }) },
      { kind: 'text', text: t(`ordering.state.${name}.text`, { number }) },
      {
        kind: 'facts',
        rows: [[t('ordering.state.number'), number], ...(state === 'CANCELLED' ? [] : deliveryFacts(order, context))],
      },
      { kind: 'link', label: t('ordering.state.see'), href: `${context.origin}/account/orders/${order.id}` },
    ],
  };
}

type Facts = Extract<MailBlock, { kind: 'facts' }>['rows'];

/** The destination of the goods, or the place and time of their collection. */
export function deliveryFacts(order: OrderRow, { timeZone }: Pick<MailContext, 'timeZone'>): Facts {
  const { t, date } = mailTexts(order.lang, timeZone);
  const { carrier, deliveryAddress, pickupPoint, collection, collectionDate } = order;
  const rows: [string, string][] = [];
  if (carrier) rows.push([t('ordering.state.shipped.carrier'), carrier.name]);
  if (pickupPoint) {
    const { name, addLine1, zipCode, city } = pickupPoint;
    rows.push([t('ordering.state.shipped.access-point'), `${name}, ${addLine1}, ${zipCode} ${city}`]);
  } else if (deliveryAddress)
    rows.push([t('ordering.state.shipped.address'), formatAddress(deliveryAddress, order.lang)]);
  if (collection) {
    rows.push([t('ordering.state.ready.place'), `${collection.place}, ${collection.address}`]);
    if (collectionDate) {
      // Noon UTC keeps the calendar day the same in the formatter.
      const day = date(`${collectionDate}T12:00:00Z`, { dateStyle: 'full', timeZone: 'UTC' });
      const [from, to] = [clockText(collection.from, order.lang), clockText(collection.to, order.lang)];
      rows.push([t('ordering.state.ready.day'), t('ordering.state.ready.times', { date: day, from, to })]);
    }
  }
  return rows;
}

export function formatAddress(address: StoredAddress, lang: Lang): string {
  const { firstname, lastname, addressPart2, postalCode, city, country } = address;
  const parts = [`${firstname} ${lastname}`, address.address, addressPart2, `${postalCode} ${city}`];
  return [...parts, countryOf(country, lang)?.name ?? country].filter(Boolean).join(', ');
}
