import { createHash } from 'node:crypto';
import { type CheckoutCustomer, recordActivityAndMissingBirthdate } from '#server/api/accounts/accounts.ts';
import type { ResolvedCartLine } from '#server/api/cart/resolve-cart-lines.ts';
import { toStoredCapacity, toStoredProductType } from '#server/api/catalogue/product-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { insertDiscountCodeUse } from '#server/api/discounts/discounts-repository.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import {
  createEstateOrderNoticeMail,
  createOrderConfirmationMail,
  type NewOrderMailData,
} from '#server/api/orders/new-order-mails.ts';
import type { OrderRow } from '#server/api/orders/order-reading-repository.ts';
import {
  insertOrder,
  type NewOrderLine,
  type NewOrderRow,
  saveTermsVersion,
  takeNextOrderSequenceNumber,
} from '#server/api/orders/order-repository.ts';
import { createOrderPageLink } from '#server/api/orders/order-tokens.ts';
import { recordPlacedOrderForUnpaidLimits } from '#server/api/orders/unpaid-order-limits.ts';
import { readEstateAddress } from '#server/api/places/places.ts';
import { readListedPickupPoint } from '#server/api/shipping/estate-pickup-points.ts';
import { readShippingConfig } from '#server/api/shipping/shipping-config.ts';
import { readCollectionScheduleWithClosures } from '#server/api/shipping/shipping-repository.ts';
import { readMailBranding, readSaleTerms } from '#server/api/site/site.ts';
import { computeItemPrice } from '#shared/cart/line-price.ts';
import { computeRequiredManagedStock } from '#shared/catalogue/required-stock.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { OrderedBoxContent } from '#shared/orders/orders-contract.ts';
import { computePaymentDueAt } from '#shared/orders/unpaid-orders.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import type { Carrier } from '#shared/shipping/shipping.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import type { UnpaidOrderEntryAndRules } from './check-unpaid-limits-and-return-entry.ts';
import type { CheckoutProviders } from './checkout-providers.ts';
import type { PlaceOrderCall } from './order-call.ts';
import type { PreparedOrder } from './prepare-order.ts';
import { settleStaffOrder } from './settle-staff-order.ts';

/** Inserts the order after its stock, discount code and collection slot have been reserved, and queues its mails. */
export async function insertReservedOrderAndQueueMails(
  tx: SiteTx,
  call: PlaceOrderCall,
  customer: CheckoutCustomer,
  prepared: PreparedOrder & UnpaidOrderEntryAndRules,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<OrderRow> {
  const { site, lang, userId, staffOrder } = call;
  const { code, hasAlcohol, payment } = prepared;
  if (userId !== null) await recordActivityAndMissingBirthdate(tx, userId, prepared.birthdate);
  const terms = await acceptTerms(tx, call);
  // The estate's mail branding is read into the transaction's cache before the order counter is locked, because all
  // other orders of the site wait for that lock.
  await readMailBranding(tx, lang);
  await readMailBranding(tx, site.defaultLang);
  const estateTexts = staffOrder ? null : await readEstateTexts(tx, call, prepared, payments);
  const today = toLocalDay(call.now, site.timeZone);
  const number = `${today.slice(0, 4)}-${String(await takeNextOrderSequenceNumber(tx)).padStart(5, '0')}`;
  const lines = prepared.lines.map((line) => toNewLine(line, prepared.sellable.stock, call.pickLanguage));
  const contract = { number, email: customer.email, termsVersion: terms.version, paymentDueAt: dueAt(call, prepared) };
  const placed = await insertOrder(tx, { ...toNewOrder(call, prepared), ...contract }, lines, staffOrder);
  if (prepared.unpaidOrder) await recordPlacedOrderForUnpaidLimits(tx, placed.id, prepared.unpaidOrder);
  if (code)
    await insertDiscountCodeUse(tx, {
      codeId: code.id,
      orderId: placed.id,
      emailKey: customer.emailKey || null,
      usedOn: today,
    });
  const order = staffOrder ? await settleStaffOrder(tx, placed, staffOrder, { payments }) : placed;
  const mail = { order, lines, payment, customer, hasTerms: terms.html !== '', hasAlcohol };
  await queueOrderMails(tx, call, mail, estateTexts && toEstateMail(mail, estateTexts, prepared));
  return order;
}

/** The names of an order in the default language of the estate, for the mail to the estate. */
interface EstateTexts {
  pickLanguage: PlaceOrderCall['pickLanguage'];
  payment: PaymentMethodDescription;
  /** Null without a carrier, a pickup point of the estate or a collection slot. */
  carrier: string | null;
  pickupPoint: PickupPoint | null;
  place: string | null;
}

async function readEstateTexts(
  tx: SiteTx,
  { site: { defaultLang: lang }, carrierPickupPoint }: PlaceOrderCall,
  { offer, payment, delivery }: PreparedOrder,
  payments: CheckoutProviders['payments'],
): Promise<EstateTexts> {
  const pickLanguage: PlaceOrderCall['pickLanguage'] = (text) => resolveLocalized(text, lang, lang);
  const { carriers } = offer ? await readShippingConfig(tx, pickLanguage) : { carriers: [] };
  const found = delivery.slot && (await readCollectionScheduleWithClosures(tx, delivery.slot.scheduleId));
  const place = found && (await readEstateAddress(tx, found.schedule.addressId));
  const isListed = delivery.pickupPoint !== null && carrierPickupPoint === null;
  return {
    pickLanguage,
    payment: (await payments.readDescriptions(tx, { lang, pickLanguage }))(payment.method),
    carrier: carriers.find(({ id }) => id === offer?.carrier.id)?.name ?? null,
    pickupPoint: isListed ? await readListedPickupPoint(tx, delivery.pickupPoint?.id ?? '', pickLanguage) : null,
    place: place ? pickLanguage(place.name) : null,
  };
}

/** Replaces the names in the language of the customer by those in the language of the estate. */
function toEstateMail(
  mail: NewOrderMailData,
  { pickLanguage, payment, carrier, pickupPoint, place }: EstateTexts,
  { lines, sellable }: PreparedOrder,
): NewOrderMailData {
  const { order } = mail;
  return {
    ...mail,
    payment,
    lines: lines.map((line) => toNewLine(line, sellable.stock, pickLanguage)),
    order: {
      ...order,
      carrier: order.carrier && { ...order.carrier, name: carrier ?? order.carrier.name },
      pickupPoint: pickupPoint ?? order.pickupPoint,
      collection: order.collection && { ...order.collection, place: place ?? order.collection.place },
    },
  };
}

/** Staff need no notice of an order that they have entered themselves. */
async function queueOrderMails(
  tx: SiteTx,
  call: PlaceOrderCall,
  data: NewOrderMailData,
  estateData: NewOrderMailData | null,
): Promise<void> {
  const { timeZone, defaultLang } = call.site;
  if (data.order.email !== '') {
    const page = await createOrderPageLink(tx, data.order, call.origin);
    await queueMail(tx, createOrderConfirmationMail(data, { origin: call.origin, timeZone }, page));
  }
  if (estateData) await queueMail(tx, createEstateOrderNoticeMail(estateData, { lang: defaultLang, timeZone }));
}

function dueAt(
  { now, site, staffOrder }: PlaceOrderCall,
  { delivery: { slot }, payment, rules }: PreparedOrder & UnpaidOrderEntryAndRules,
): Date | null {
  // Staff decide how long an order waits for a collection whose time was agreed without a slot.
  if (staffOrder && paymentMethodRecords[payment.method].isPaidAtCollection && !slot) return null;
  const slotEnd = slot && localTimeToEpochMs(slot.date, slot.collection.to, site.timeZone);
  const due = computePaymentDueAt({ placedAt: now, method: payment.method, slotEnd, timeZone: site.timeZone }, rules);
  return due === null ? null : new Date(due);
}

/** Stores the current terms of sale together with the seller's details. Both are kept as long as the order. */
async function acceptTerms(tx: SiteTx, { lang, pickLanguage }: PlaceOrderCall) {
  const html = await readSaleTerms(tx, pickLanguage);
  const terms = { version: createHash('sha256').update(html).digest('hex'), lang, html };
  await saveTermsVersion(tx, terms);
  return terms;
}

function toNewOrder(
  { input, userId, lang, staffOrder }: PlaceOrderCall,
  { totals, offer, code, delivery, billingAddress, payment }: PreparedOrder,
): Omit<NewOrderRow, 'number' | 'email' | 'termsVersion'> {
  const { bottles, subtotal, discount, shippingFees, total, vat } = totals;
  return {
    userId,
    lang,
    bottles,
    subtotal,
    discount,
    shippingFees,
    total,
    vat,
    billingAddress,
    state: 'PENDING',
    channel: staffOrder?.channel ?? 'WEB',
    deliveryType: delivery.choice.type,
    discountCode: code?.code ?? null,
    carrier: offer && toOrderCarrier(offer.carrier),
    deliveryAddress: delivery.address,
    pickupPoint: delivery.pickupPoint,
    collectionScheduleId: delivery.slot?.scheduleId ?? null,
    collectionDate: delivery.slot?.date ?? null,
    collection: delivery.slot?.collection ?? null,
    phone: input.user.phone,
    message: input.message ?? '',
    paymentMethod: payment.method,
    paidOn: staffOrder?.paidOn ?? null,
  };
}

const toOrderCarrier = ({ id, name, serviceCode, deliveryTime }: Carrier): NewOrderRow['carrier'] =>
  deliveryTime ? { id, name, serviceCode, deliveryTime } : { id, name, serviceCode };

function toNewLine(
  line: ResolvedCartLine,
  stock: ReadonlyMap<number, number>,
  pickLanguage: PlaceOrderCall['pickLanguage'],
): NewOrderLine {
  const { item, quantity } = line;
  const { kind, year, reference, vatRate } = item;
  const taken = [...computeRequiredManagedStock([line], stock)];
  return {
    type: toStoredProductType(kind),
    kind,
    year,
    ...toStoredCapacity(item),
    reference,
    vatRate,
    quantity,
    variantId: item.id,
    productId: item.productId,
    name: pickLanguage(item.name),
    fullPrice: item.price,
    price: computeItemPrice(item),
    contents: item.type === 'BOX' ? item.contents.map((content) => toOrderedContent(content, pickLanguage)) : null,
    stockTaken: taken.map(([variantId, each]) => ({ variantId, quantity: each })),
  };
}

const toOrderedContent = (
  { name, quantity, year, capacity, capacityUnit }: ResolvedCartLine['item']['contents'][number],
  pickLanguage: PlaceOrderCall['pickLanguage'],
): OrderedBoxContent => ({ name: pickLanguage(name), quantity, year, capacity, capacityUnit });
