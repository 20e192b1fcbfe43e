import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CheckoutCustomer, lockCustomer, recordActivity, toEmailKey } from '#server/api/accounts/accounts.ts';
import { type ResolvedCartLine, resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import {
  type AppliedStockChange,
  lockStock,
  type QuantityCache,
  readSellableItems,
  type SellableItems,
  type StockChangeNotifier,
  takeStock,
} from '#server/api/catalogue/catalogue.ts';
import { toStoredCapacity, toStoredProductType } from '#server/api/catalogue/catalogue-tables.ts';
import { allowHeldReads } from '#server/api/changes/held-reads.ts';
import type { ContractRouteDependencies } from '#server/api/contract/contract-route.ts';
import { hashInput, runOnce } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { checkDiscountCode } from '#server/api/discounts/discount-codes.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { queueMails } from '#server/api/mail/queue-mail.ts';
import { subscribeCustomerAtCheckout } from '#server/api/newsletter/newsletter.ts';
import {
  createEstateOrderNoticeMail,
  createOrderConfirmationMail,
  type NewOrderMailData,
} from '#server/api/orders/mails/new-order-mails.ts';
import type { OrderPageLink } from '#server/api/orders/mails/order-state-mail.ts';
import {
  countCollectionsPerSlot,
  hasTermsVersion,
  insertOrder,
  type NewOrderLine,
  type NewOrderRow,
  type OrderRow,
  orderRequestLedger,
  readOrder,
  saveTermsVersion,
} from '#server/api/orders/order-repository.ts';
import { generateOrderToken, issueOrderToken, toOrderPageLink } from '#server/api/orders/order-tokens.ts';
import { prepareOnlinePayment } from '#server/api/orders/payment/online-payment.ts';
import { readPlacedOrder, toPlacedOrder } from '#server/api/orders/read-orders.ts';
import { changeOrderState, type OrderStateChangeContext } from '#server/api/orders/state/change-order-state.ts';
import {
  checkUnpaidLimits,
  readUnpaidOrderRules,
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
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { OrderedBoxContent } from '#shared/orders/orders-contract.ts';
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

/** Thrown if the customer's account was deleted or changed between the check of the session and this order. */
class AccountChangedError extends Error {
  readonly statusCode = 401;
}

/**
 * Places an order, or returns the order that an earlier call with the same Idempotency-Key has placed. On a refusal the
 * caller rolls the transaction back. Rows must be locked in the sequence given in docs/rules.md, "Placing an order",
 * because any other sequence can deadlock.
 * @throws AccountChangedError
 */
export async function placeOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  providers: CheckoutProviders,
): Promise<Outcome<PlaceOrderResult, PlaceOrderRefusal>> {
  const { input, staffOrder, key } = call;
  allowHeldReads(tx);
  const selling = readSellableItems(
    tx,
    input.products.map(({ id }) => id),
  );
  const locking = lockCustomerOfCall(tx, call);
  const owner = staffOrder?.staffEmailKey ?? call.emailKey ?? guestOf(call).emailKey;
  const request =
    key === null ? null : { owner, key, hash: hashInput(staffOrder ? { ...input, entry: staffOrder } : input) };
  const [outcome] = await Promise.all([
    runOnce(tx, orderRequestLedger, request, {
      run: async () => placeNewOrder(tx, { ...call, request }, await locking, await selling, providers),
      repeat: (orderId: number | null) => repeatOrder(tx, call, orderId, providers),
    }),
    locking,
    selling,
  ]);
  return outcome;
}

async function lockCustomerOfCall(tx: SiteTx, call: PlaceOrderCall): Promise<CheckoutCustomer> {
  const { userId, emailKey } = call;
  if (userId === null) return guestOf(call);
  const customer = await lockCustomer(tx, userId);
  if (!customer || (emailKey !== null && toEmailKey(customer.email) !== emailKey))
    throw new AccountChangedError('the account was deleted or has another email address');
  return customer;
}

/** An order with the owner and the Idempotency-Key for which its id is stored. */
type NewOrderCall = PlaceOrderCall & { request: { owner: string; key: string } | null };

async function placeNewOrder(
  tx: SiteTx,
  call: NewOrderCall,
  customer: CheckoutCustomer,
  sellable: SellableItems,
  providers: CheckoutProviders,
): Promise<Outcome<{ stored: number; data: PlaceOrderResult; isStored: true }, PlaceOrderRefusal>> {
  const prepared = await prepareOrder(tx, call, customer, sellable, providers);
  if (!prepared.ok) return prepared;
  const terms = await readTerms(tx, call);
  const rules = await readUnpaidOrderRules(tx);
  const required = computeRequiredManagedStock(prepared.value.lines, sellable.stock);
  // The statements of these three are sent in this order, in which all transactions lock.
  const [unpaid, stock, hasTerms] = await Promise.all([
    checkUnpaidOrders(tx, call, customer, prepared.value, { rules, required }),
    lockStock(tx, [...required.keys()]),
    hasTermsVersion(tx, terms.version),
  ]);
  if (!unpaid.ok) return unpaid;
  const reserved = await reserveItems(tx, call, customer.emailKey, prepared.value, stock);
  if (!reserved.ok) return reserved;
  await subscribeToNewsletter(tx, call, customer);
  if (!hasTerms) await saveTermsVersion(tx, terms);
  const reservation = { ...prepared.value, unpaidOrder: unpaid.value, rules, required, terms };
  const { order, moves, orderToken } = await insertReservedOrder(tx, call, customer, reservation, providers);
  const placed = { ...toPlacedOrder(order, prepared.value.payment), ...(orderToken !== null && { orderToken }) };
  const payment = await prepareOnlinePayment(tx, order, { ...providers, origin: call.origin });
  return ok({ stored: order.id, data: { placed, payment, moves, isRepeated: false }, isStored: true });
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
  const payment = await prepareOnlinePayment(tx, order, { ...providers, origin: call.origin });
  const result = { payment, moves: [], isRepeated: true };
  if (!needsOrderToken(call)) return ok({ ...result, placed });
  return ok({ ...result, placed: { ...placed, orderToken: await issueOrderToken(tx, order.id, 'browser') } });
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

/**
 * Refuses a new order that exceeds the customer's limits for unpaid orders (docs/rules.md, "Unpaid orders").
 * @returns The hashed keys of the customer under which the order counts as unpaid, and its bottles; null for an order
 * that staff enter, which does not count towards the limits.
 */
async function checkUnpaidOrders(
  tx: SiteTx,
  { userId, network, staffOrder }: PlaceOrderCall,
  { email }: CheckoutCustomer,
  { billingAddress, delivery }: PreparedOrder,
  { rules, required }: { rules: UnpaidOrderRules; required: ReadonlyMap<number, number> },
): Promise<Outcome<UnpaidOrderClaim | null, 'too_many_unpaid'>> {
  if (staffOrder) return ok(null);
  const bottles = [...required.values()].reduce((sum, quantity) => sum + quantity, 0);
  const addresses = delivery.address ? [billingAddress, delivery.address] : [billingAddress];
  return checkUnpaidLimits(tx, { userId, email, addresses, network }, bottles, rules);
}

/**
 * Checks the stock, which is locked, and the discount code and the collection slot, each again under its lock.
 */
async function reserveItems(
  tx: SiteTx,
  call: PlaceOrderCall,
  emailKey: string,
  { sellable, lines, code, delivery }: PreparedOrder,
  stock: ReadonlyMap<number, number>,
): Promise<Outcome<null, PlaceOrderRefusal>> {
  const sold = resolveCartLinesCheckingStock(call.input.products, { ...sellable, stock }, call.translate);
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
  return ok(null);
}

async function subscribeToNewsletter(tx: SiteTx, call: PlaceOrderCall, { email }: CheckoutCustomer): Promise<void> {
  if (!call.newsletterConsent) return;
  const subscriber = { email, isEmailVerified: call.userId !== null, ...call.newsletterConsent };
  await subscribeCustomerAtCheckout(tx, call, call.pickLanguage, subscriber);
}

/** An order with everything that it reserves and that is stored with it. */
interface Reservation extends PreparedOrder {
  unpaidOrder: UnpaidOrderClaim | null;
  rules: UnpaidOrderRules;
  /** The quantities that the order takes from the managed stock. */
  required: ReadonlyMap<number, number>;
  terms: AcceptedTerms;
}

/** Takes the stock, inserts the order after its discount code and slot have been reserved, and queues its mails. */
async function insertReservedOrder(
  tx: SiteTx,
  call: NewOrderCall,
  customer: CheckoutCustomer,
  reservation: Reservation,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<{ order: OrderRow; moves: AppliedStockChange[]; orderToken: string | null }> {
  const { site, lang, userId, staffOrder, request } = call;
  const { code, hasAlcohol, payment, terms, unpaidOrder } = reservation;
  // The texts for the mails are read before the order counter is locked, because all other orders of the site wait for
  // that lock.
  await readMailBranding(tx, lang);
  await readMailBranding(tx, site.defaultLang);
  const estateTexts = staffOrder ? null : await readEstateTexts(tx, call, reservation, payments);
  const today = toLocalDay(call.now, site.timeZone);
  const lines = reservation.lines.map((line) => toNewLine(line, reservation.sellable.stock, call.pickLanguage));
  const contract = { email: customer.email, termsVersion: terms.version, paymentDueAt: dueAt(call, reservation) };
  const mailToken = userId === null && customer.email !== '' ? generateOrderToken('mail') : null;
  const browserToken = needsOrderToken(call) ? generateOrderToken('browser') : null;
  const [moves, placed] = await Promise.all([
    takeStock(tx, reservation.required),
    insertOrder(tx, {
      year: today.slice(0, 4),
      order: { ...toNewOrder(call, reservation), ...contract },
      lines,
      staffUserId: staffOrder?.staffUserId ?? null,
      unpaid: unpaidOrder ?? { keys: [], bottles: 0 },
      discountCode: code && { codeId: code.id, emailKey: customer.emailKey || null, usedOn: today },
      tokens: [mailToken, browserToken].flatMap((token) => token?.stored ?? []),
      request,
    }),
    userId !== null && recordActivity(tx, userId, reservation.birthdate),
  ]);
  const order = staffOrder ? await settleStaffOrder(tx, placed, staffOrder, { payments }) : placed;
  const mail = { order, lines, payment, customer, hasTerms: terms.html !== '', hasAlcohol };
  const page = toOrderPageLink(order, mailToken?.token ?? null, call.origin);
  await queueOrderMails(tx, call, page, mail, estateTexts && toEstateMail(mail, estateTexts, reservation));
  return { order, moves, orderToken: browserToken?.token ?? null };
}

/** The browser of a guest needs a token to show the order on the success page. */
const needsOrderToken = ({ userId, staffOrder }: PlaceOrderCall): boolean => userId === null && !staffOrder;

function dueAt(
  { now, site, staffOrder }: PlaceOrderCall,
  { delivery: { slot }, payment, rules }: Reservation,
): Date | null {
  // Staff decide how long an order waits for a collection whose time was agreed without a slot.
  if (staffOrder && paymentMethodRecords[payment.method].isPaidAtCollection && !slot) return null;
  const slotEnd = slot && localTimeToEpochMs(slot.date, slot.collection.to, site.timeZone);
  const due = computePaymentDueAt({ placedAt: now, method: payment.method, slotEnd, timeZone: site.timeZone }, rules);
  return due === null ? null : new Date(due);
}

/** The terms of sale with the seller's details, which are kept as long as the order. */
interface AcceptedTerms {
  /** SHA-256 of the HTML, in hexadecimal. */
  version: string;
  lang: Lang;
  html: string;
}

/** Maximum length in characters of all terms whose versions are kept. */
const maxKeptTermsLength = 4_000_000;
/** The versions of the latest terms of this process by their HTML. To hash a long text takes longer than to find it. */
const versionsByHtml = new LRUCache<string, string>({
  maxSize: maxKeptTermsLength,
  sizeCalculation: (_version, html) => html.length + 1,
});

async function readTerms(tx: SiteTx, { lang, pickLanguage }: PlaceOrderCall): Promise<AcceptedTerms> {
  const html = await readSaleTerms(tx, pickLanguage);
  const version = versionsByHtml.get(html) ?? createHash('sha256').update(html).digest('hex');
  versionsByHtml.set(html, version);
  return { version, lang, html };
}

function toNewOrder(
  { input, userId, lang, staffOrder }: PlaceOrderCall,
  { totals, offer, code, delivery, billingAddress, payment }: PreparedOrder,
): Omit<NewOrderRow, 'email' | 'termsVersion' | 'paymentDueAt'> {
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
  page: OrderPageLink,
  data: NewOrderMailData,
  estateData: NewOrderMailData | null,
): Promise<void> {
  const { timeZone, defaultLang } = call.site;
  const { origin } = call;
  await queueMails(tx, [
    ...(data.order.email === '' ? [] : [createOrderConfirmationMail(data, { origin, timeZone }, page)]),
    ...(estateData ? [createEstateOrderNoticeMail(estateData, { lang: defaultLang, timeZone })] : []),
  ]);
}
