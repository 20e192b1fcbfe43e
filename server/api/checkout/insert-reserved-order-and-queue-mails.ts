import { createHash } from 'node:crypto';
import { type CheckoutCustomer, recordActivityAndMissingBirthdate } from '#server/api/accounts/accounts.ts';
import type { ResolvedCartLine } from '#server/api/cart/resolve-cart-lines.ts';
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
import { readMailBranding, readSaleTerms } from '#server/api/site/site.ts';
import { computeItemPrice } from '#shared/cart/line-price.ts';
import { computeRequiredManagedStock } from '#shared/catalogue/required-stock.ts';
import type { OrderedBoxContent } from '#shared/orders/orders-contract.ts';
import { computePaymentDueAt } from '#shared/orders/unpaid-orders.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import { localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import type { Carrier } from '#shared/shipping/shipping.ts';
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
  const context = { origin: call.origin, timeZone: site.timeZone, payments };
  const order = staffOrder ? await settleStaffOrder(tx, placed, staffOrder, context) : placed;
  await queueOrderMails(tx, call, { order, lines, payment, customer, hasTerms: terms.html !== '', hasAlcohol });
  return order;
}

/** Staff need no notice of an order that they have entered themselves. */
async function queueOrderMails(tx: SiteTx, call: PlaceOrderCall, data: NewOrderMailData): Promise<void> {
  const { timeZone, defaultLang } = call.site;
  if (data.order.email !== '') {
    const page = await createOrderPageLink(tx, data.order, call.origin);
    await queueMail(tx, createOrderConfirmationMail(data, { origin: call.origin, timeZone }, page));
  }
  if (!call.staffOrder) await queueMail(tx, createEstateOrderNoticeMail(data, { lang: defaultLang, timeZone }));
}

function dueAt(
  { now, site, staffOrder }: PlaceOrderCall,
  { delivery: { slot }, payment, rules }: PreparedOrder & UnpaidOrderEntryAndRules,
): Date | null {
  // Staff decide how long an order waits for a collection whose time was agreed without a slot.
  if (staffOrder && paymentMethodRecords[payment.method].isPaidAtCollection && !slot) return null;
  const slotEnd = slot && localTimeToEpochMs(slot.date, slot.collection.to, site.timeZone);
  const due = computePaymentDueAt({ placedAt: now, method: payment.method, slotEnd }, rules);
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
  const { type, kind, year, capacity, capacityUnit, reference, vatRate } = item;
  const taken = [...computeRequiredManagedStock([line], stock)];
  return {
    type,
    kind,
    year,
    capacity,
    capacityUnit,
    reference,
    vatRate,
    quantity,
    variantId: item.id,
    productId: item.productId,
    name: pickLanguage(item.name),
    fullPrice: item.price,
    price: computeItemPrice(item),
    contents: type === 'BOX' ? item.contents.map((content) => toOrderedContent(content, pickLanguage)) : null,
    stockTaken: taken.map(([variantId, each]) => ({ variantId, quantity: each })),
  };
}

const toOrderedContent = (
  { name, quantity, year, capacity, capacityUnit }: ResolvedCartLine['item']['contents'][number],
  pickLanguage: PlaceOrderCall['pickLanguage'],
): OrderedBoxContent => ({ name: pickLanguage(name), quantity, year, capacity, capacityUnit });
