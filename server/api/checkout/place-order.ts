import { createHash } from 'node:crypto';
import { type CheckoutCustomer, lockCustomer, recordActivity, toEmailKey } from '#server/api/accounts/accounts.ts';
import { type ResolvedCartLine, resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import {
  type AppliedStockChange,
  lockStock,
  type QuantityCache,
  type StockChangeNotifier,
  takeStock,
} from '#server/api/catalogue/catalogue.ts';
import { toStoredCapacity, toStoredProductType } from '#server/api/catalogue/catalogue-tables.ts';
import type { ContractRouteDependencies } from '#server/api/contract/contract-route.ts';
import { hashInput, runOnce } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { checkDiscountCode, insertDiscountCodeUse } from '#server/api/discounts/discount-codes.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { subscribeCustomerAtCheckout } from '#server/api/newsletter/newsletter.ts';
import {
  createEstateOrderNoticeMail,
  createOrderConfirmationMail,
  type NewOrderMailData,
} from '#server/api/orders/mails/new-order-mails.ts';
import {
  countCollectionsPerSlot,
  insertOrder,
  type NewOrderLine,
  type NewOrderRow,
  type OrderRow,
  orderRequestLedger,
  readOrder,
  saveTermsVersion,
  takeNextOrderSequenceNumber,
} from '#server/api/orders/order-repository.ts';
import { createOrderPageLink, issueOrderToken } from '#server/api/orders/order-tokens.ts';
import { prepareOnlinePayment } from '#server/api/orders/payment/online-payment.ts';
import { readPlacedOrder, toPlacedOrder } from '#server/api/orders/read-orders.ts';
import { changeOrderState, type OrderStateChangeContext } from '#server/api/orders/state/change-order-state.ts';
import {
  checkUnpaidLimits,
  readUnpaidOrderRules,
  recordUnpaidOrder,
  type UnpaidOrderClaim,
} from '#server/api/orders/unpaid/unpaid-order-limits.ts';
import type { PreparedPayment, StartPayment } from '#server/api/payments/start-payment.ts';
import { readEstateAddress } from '#server/api/places/places.ts';
import { readListedPickupPoint } from '#server/api/shipping/pickup-points.ts';
import {
  lockCollectionSchedule,
  readCollectionScheduleWithClosures,
  readShippingConfig,
} from '#server/api/shipping/shipping.ts';
import { readMailBranding, readSaleTerms } from '#server/api/site/site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { computeGoodsPrice, computeItemPrice } from '#shared/cart/line-price.ts';
import { computeRequiredManagedStock } from '#shared/catalogue/required-stock.ts';
import type { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { OrderedBoxContent, PlacedOrder } from '#shared/orders/orders-contract.ts';
import { computePaymentDueAt, type UnpaidOrderRules } from '#shared/orders/unpaid-orders.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { addDays, localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import type { Carrier } from '#shared/shipping/shipping.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import {
  type CheckoutProviders,
  discountCodeField,
  type PlaceOrderCall,
  type PlaceOrderRefusal,
  type PreparedOrder,
  prepareOrder,
  type StaffOrderDetails,
} from './prepare-order.ts';

export interface CheckoutDependencies extends ContractRouteDependencies, CheckoutProviders {
  startPayment: StartPayment;
  limits: RateLimiter;
  quantities: QuantityCache;
  stock: StockChangeNotifier;
}

type OrderResult = Omit<DataOf<(typeof checkoutContract)['POST /order']>, 'paymentStep'>;

export interface PlaceOrderResult {
  placed: OrderResult;
  /** The payment to start once the transaction has committed; null if nothing is to be paid online. */
  payment: PreparedPayment | null;
  moves: AppliedStockChange[];
  /** True if an earlier call with the same Idempotency-Key had already placed the order. */
  isRepeated: boolean;
}

/**
 * Maximum number of orders that this process handles at a time. Orders of one site wait for each other's row locks, and
 * without a limit they would occupy the database connections that all other calls need.
 */
const maxConcurrentOrders = 4;
const maxWaitingOrders = 500;

/** Runs an order's transaction, which a refusal rolls back. Orders of customers and of staff share the slots. */
export type RunOrder = <Refusal extends string>(
  siteId: number,
  place: (tx: SiteTx) => Promise<Outcome<PlaceOrderResult, Refusal>>,
) => Promise<Outcome<PlaceOrderResult, Refusal>>;

export function createOrderRunner({ db, quantities, stock }: CheckoutDependencies): RunOrder {
  const limit = createConcurrencyLimiter({ concurrency: maxConcurrentOrders, maxQueue: maxWaitingOrders });
  return async (siteId, place) => {
    const outcome = await limit(() => withSiteTransactionOrRollback(db, siteId, place));
    // After a refusal for lack of stock the checkout page reads the quantities again, and must not get the cached ones.
    if (outcome.ok || outcome.refusal === 'stock') quantities.invalidate(siteId);
    if (outcome.ok) stock.notify(siteId, outcome.value.moves);
    return outcome;
  };
}

/** Thrown if the customer's account was deleted between the check of the session and this order. */
class AccountDeletedError extends Error {
  readonly statusCode = 401;
}

/**
 * Places an order, or returns the order that an earlier call with the same Idempotency-Key has placed. On a refusal the
 * caller rolls the transaction back. Rows must be locked in the sequence given in docs/rules.md, "Placing an order",
 * because any other sequence can deadlock.
 * @throws AccountDeletedError
 */
export async function placeOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  providers: CheckoutProviders,
): Promise<Outcome<PlaceOrderResult, PlaceOrderRefusal>> {
  const customer = call.userId === null ? guestOf(call) : await lockCustomer(tx, call.userId);
  if (!customer) throw new AccountDeletedError('the account was deleted');
  const owner = call.staffOrder?.staffEmailKey ?? customer.emailKey;
  const { input, staffOrder } = call;
  const hash = hashInput(staffOrder ? { ...input, entry: staffOrder } : input);
  return runOnce(tx, orderRequestLedger, call.key === null ? null : { owner, key: call.key, hash }, {
    run: () => placeNewOrder(tx, call, customer, providers),
    repeat: (orderId: number | null) => repeatOrder(tx, call, orderId, providers),
  });
}

async function placeNewOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  customer: CheckoutCustomer,
  providers: CheckoutProviders,
): Promise<Outcome<{ stored: number; data: PlaceOrderResult }, PlaceOrderRefusal>> {
  const prepared = await prepareOrder(tx, call, customer, providers);
  if (!prepared.ok) return prepared;
  const unpaid = await checkUnpaidOrders(tx, call, customer, prepared.value);
  if (!unpaid.ok) return unpaid;
  const reserved = await reserveItems(tx, call, customer.emailKey, prepared.value);
  if (!reserved.ok) return reserved;
  await subscribeToNewsletter(tx, call, customer);
  const order = await insertReservedOrder(tx, call, customer, { ...prepared.value, ...unpaid.value }, providers);
  const result = await toResult(tx, call, order, toPlacedOrder(order, prepared.value.payment), providers);
  return ok({ stored: order.id, data: { ...result, moves: reserved.value, isRepeated: false } });
}

async function repeatOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  orderId: number | null,
  providers: CheckoutProviders,
): Promise<Outcome<PlaceOrderResult, never>> {
  const order = orderId === null ? null : await readOrder(tx, orderId);
  if (!order) throw new Error('the order of an idempotency key does not exist');
  const placed = await readPlacedOrder(tx, order, { ...call, ...providers });
  return ok({ ...(await toResult(tx, call, order, placed, providers)), moves: [], isRepeated: true });
}

/**
 * Returns the customer of a guest order. No account is read, so that neither the response nor its duration reveals
 * whether the email address has an account.
 */
function guestOf({ input: { user, address } }: PlaceOrderCall): CheckoutCustomer {
  const { email = '', firstname, lastname } = user;
  const named = address.billing ?? address.delivery;
  return {
    email,
    emailKey: toEmailKey(email),
    firstname: firstname || (named?.firstname ?? ''),
    lastname: lastname || (named?.lastname ?? ''),
    birthdate: null,
  };
}

interface UnpaidOrderCheck {
  /**
   * The hashed keys of the customer under which the order counts as unpaid, and its bottles; null for an order that
   * staff enter, which does not count towards the limits.
   */
  unpaidOrder: UnpaidOrderClaim | null;
  rules: UnpaidOrderRules;
}

/** Refuses a new order that exceeds the customer's limits for unpaid orders (docs/rules.md, "Unpaid orders"). */
async function checkUnpaidOrders(
  tx: SiteTx,
  { userId, network, staffOrder }: PlaceOrderCall,
  { email }: CheckoutCustomer,
  { lines, sellable, billingAddress, delivery }: PreparedOrder,
): Promise<Outcome<UnpaidOrderCheck, 'too_many_unpaid'>> {
  const rules = await readUnpaidOrderRules(tx);
  if (staffOrder) return ok({ unpaidOrder: null, rules });
  const held = computeRequiredManagedStock(lines, sellable.stock);
  const bottles = [...held.values()].reduce((sum, quantity) => sum + quantity, 0);
  const addresses = delivery.address ? [billingAddress, delivery.address] : [billingAddress];
  const checked = await checkUnpaidLimits(tx, { userId, email, addresses, network }, bottles, rules);
  return checked.ok ? ok({ unpaidOrder: checked.value, rules }) : checked;
}

/**
 * Locks the stock, the discount code and the collection slot, checks each of them again under its lock, and takes the
 * quantities from the stock.
 */
async function reserveItems(
  tx: SiteTx,
  call: PlaceOrderCall,
  emailKey: string,
  { sellable, lines, code, delivery }: PreparedOrder,
): Promise<Outcome<AppliedStockChange[], PlaceOrderRefusal>> {
  const required = computeRequiredManagedStock(lines, sellable.stock);
  const sold = resolveCartLinesCheckingStock(
    call.input.products,
    { ...sellable, stock: await lockStock(tx, [...required.keys()]) },
    call.translate,
  );
  if (!sold.ok) return sold;
  if (code) {
    const context = {
      goods: computeGoodsPrice(lines),
      emailKey: emailKey || null,
      field: discountCodeField,
      shouldLock: true,
    };
    const checked = await checkDiscountCode(tx, code.code, context, call);
    if (!checked.ok) return checked;
  }
  const { slot } = delivery;
  if (slot && slot.capacity !== null) {
    await lockCollectionSchedule(tx, slot.scheduleId);
    const [counted] = await countCollectionsPerSlot(tx, [slot.scheduleId], slot.date, addDays(slot.date, 1));
    if (counted && counted.taken >= slot.capacity)
      return refuse('slot_full', { errors: { idSchedule: call.translate('refusal.slot_full') } });
  }
  return ok(await takeStock(tx, required));
}

async function subscribeToNewsletter(tx: SiteTx, call: PlaceOrderCall, { email }: CheckoutCustomer): Promise<void> {
  if (!call.newsletterConsent) return;
  const subscriber = { email, isEmailVerified: call.userId !== null, ...call.newsletterConsent };
  await subscribeCustomerAtCheckout(tx, call, call.pickLanguage, subscriber);
}

/** Inserts the order after its stock, discount code and collection slot have been reserved, and queues its mails. */
async function insertReservedOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  customer: CheckoutCustomer,
  prepared: PreparedOrder & UnpaidOrderCheck,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<OrderRow> {
  const { site, lang, userId, staffOrder } = call;
  const { code, hasAlcohol, payment } = prepared;
  if (userId !== null) await recordActivity(tx, userId, prepared.birthdate);
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
  if (prepared.unpaidOrder) await recordUnpaidOrder(tx, placed.id, prepared.unpaidOrder);
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

function dueAt(
  { now, site, staffOrder }: PlaceOrderCall,
  { delivery: { slot }, payment, rules }: PreparedOrder & UnpaidOrderCheck,
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

/** The states that an order entered by staff passes through on creation, in this order, for each way of settling it. */
const settledStates: Record<StaffOrderSettlement, readonly OrderState[]> = {
  OPEN: [],
  PAID: ['PAID'],
  TAKEN_AWAY: ['PAID', 'PREPARING', 'COMPLETED'],
};

/** Moves an order that is already paid or taken away to the matching state, without mails other than for vouchers. */
async function settleStaffOrder(
  tx: SiteTx,
  order: OrderRow,
  { settlement, staffUserId }: StaffOrderDetails,
  context: OrderStateChangeContext,
): Promise<OrderRow> {
  let settled = order;
  for (const state of settledStates[settlement]) {
    const change = { orderId: order.id, state, actor: 'staff', staffUserId, isSilent: true } as const;
    const changed = await changeOrderState(tx, change, context);
    if (!changed.ok) throw new Error(`order ${order.number} cannot become ${state}: ${changed.refusal}`);
    settled = changed.value;
  }
  return settled;
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

async function toResult(
  tx: SiteTx,
  { userId, staffOrder, origin }: PlaceOrderCall,
  order: OrderRow,
  placed: PlacedOrder,
  { payments }: CheckoutProviders,
): Promise<Pick<PlaceOrderResult, 'placed' | 'payment'>> {
  const payment = await prepareOnlinePayment(tx, order, { payments, origin });
  if (userId !== null || staffOrder) return { placed, payment };
  // The token lets the browser of a guest show the order on the success page.
  return { placed: { ...placed, orderToken: await issueOrderToken(tx, order.id, 'browser') }, payment };
}
