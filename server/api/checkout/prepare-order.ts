import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import { type ResolvedCartLine, resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import type { SellableItems } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode, type ValidDiscountCode } from '#server/api/discounts/discount-codes.ts';
import type { PaymentDescriptionLanguage, PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { readEstateAddress, toCountryCode } from '#server/api/places/places.ts';
import {
  type PickupPointDirectory,
  type PickupPointRequestContext,
  readListedPickupPoint,
} from '#server/api/shipping/pickup-points.ts';
import {
  createBottleCountRefusal,
  readCollectionScheduleWithClosures,
  readShippingConfig,
} from '#server/api/shipping/shipping.ts';
import { readParameter } from '#server/api/site/site.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import type { checkoutContract, OrderAddressInput, PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';
import { type DeliveryChoice, decideOrder, type OrderDecision } from '#shared/checkout/order-decision.ts';
import { maxPurchasedVouchersPerOrder } from '#shared/limits.ts';
import { eurosToCents } from '#shared/money.ts';
import type { OrderChannel, StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import {
  isMethodAllowed,
  type PaymentMethod,
  paymentMethodRecords,
  paymentMethods,
  recordablePaymentMethods,
} from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { isPostcodeOfCountry } from '#shared/places/postcode.ts';
import { isSlotOpen } from '#shared/shipping/collection-slots.ts';
import { getLegalAge } from '#shared/shipping/delivery-countries.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';
import type { CarrierOffer, ShippingRules } from '#shared/shipping/shipping.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';

export type PlaceOrderRefusal = keyof (typeof checkoutContract)['POST /order']['refusals'];

export interface StaffOrderDetails {
  staffUserId: number;
  /** The email address of the member of staff in lower case, to which the Idempotency-Key belongs. */
  staffEmailKey: string;
  channel: OrderChannel;
  settlement: StaffOrderSettlement;
  /** The day on which the customer paid; null for an order that is not paid yet. */
  paidOn: string | null;
}

export interface PlaceOrderCall extends RequestContext {
  /** The customer's account; null for a guest, whose email address is part of the input. */
  userId: number | null;
  /** The email address of the customer's session, in lower case; null for a guest, and if staff enter the order. */
  emailKey: string | null;
  input: PlaceOrderInput;
  /** The pickup point that a carrier's service found before the transaction; null without one. */
  carrierPickupPoint: PickupPoint | null;
  /** Null if the customer places the order. */
  staffOrder: StaffOrderDetails | null;
  /** The client's network; null if staff enter the order, or if the IP address does not identify the client. */
  network: string | null;
  /** Value of the header Idempotency-Key; null if the request has none. */
  key: string | null;
  /** The IP address for the consent record if the customer subscribes to the newsletter; otherwise null. */
  newsletterConsent: { ipAddress: string } | null;
  /** Scheme and host of the links in mails. */
  origin: string;
}

export interface CheckoutProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPointDirectory;
}

export const discountCodeField = 'discount.code';

interface ResolvedCollectionSlot {
  scheduleId: number;
  /** Date of the slot as `YYYY-MM-DD`. */
  date: string;
  /** Maximum number of orders in the slot; null for no limit. */
  capacity: number | null;
  collection: { from: string; to: string; place: string; address: string };
}

interface ResolvedDelivery {
  choice: DeliveryChoice;
  /** Delivery address; set only for the delivery method `DELIVERY`. */
  address: StoredOrderAddress | null;
  /** Pickup point; set only for the delivery method `PICKUP`. */
  pickupPoint: PickupPoint | null;
  /** Collection slot; set only for the delivery method `CLICK_AND_COLLECT`. */
  slot: ResolvedCollectionSlot | null;
}

interface PricedOrder {
  totals: CartTotals;
  offer: CarrierOffer | null;
  code: ValidDiscountCode | null;
  delivery: ResolvedDelivery;
}

/** An order that has passed all checks without locks. Those with locks follow in `placeOrder`. */
export interface PreparedOrder extends PricedOrder {
  sellable: SellableItems;
  lines: ResolvedCartLine[];
  billingAddress: StoredOrderAddress;
  payment: PaymentMethodDescription;
  hasAlcohol: boolean;
  /** The birthdate to store in the account if it has none yet. */
  birthdate: string | null;
}

/** Makes all checks of an order that need no lock, without writing anything (docs/rules.md, "Placing an order"). */
export async function prepareOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  customer: CheckoutCustomer,
  sellable: SellableItems,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<Outcome<PreparedOrder, PlaceOrderRefusal>> {
  const { input, translate } = call;
  if (!input.acceptTerms) return refuse('terms', { errors: { acceptTerms: translate('refusal.terms') } });
  const hasAlcohol = input.products.some(({ id }) => sellable.items.get(id)?.isAlcohol);
  const age = checkAge(call, customer, hasAlcohol);
  if (!age.ok) return age;
  const sold = resolveCartLinesCheckingStock(input.products, sellable, translate);
  if (!sold.ok) return sold;
  const lines = sold.value;
  const priced = await priceOrder(tx, call, { lines, stock: sellable.stock, emailKey: customer.emailKey });
  if (!priced.ok) return priced;
  const abroad = hasAlcohol ? checkAgeAbroad(call, age.value.known, priced.value.delivery) : ok(null);
  if (!abroad.ok) return abroad;
  const billing = checkAddresses(call, priced.value.delivery);
  if (!billing.ok) return billing;
  const changed = findPriceChange(call, priced.value.totals, priced.value.offer);
  if (changed) return refuse('price_changed', { errors: { [changed]: translate('refusal.price_changed') } });
  const payment = await resolvePaymentMethod(tx, call, payments);
  if (!payment) return refuse('payment_unavailable', { errors: { payment: translate('refusal.payment_unavailable') } });
  return ok({
    ...priced.value,
    sellable,
    lines,
    payment,
    hasAlcohol,
    billingAddress: billing.value,
    birthdate: age.value.toStore,
  });
}

/** Earlier birthdates in an order are treated as typing errors and ignored. */
const minBirthdate = '1900-01-01';

/** `known` is the customer's birthdate, `toStore` the one to store in the account; null if there is none. */
interface CheckedAge {
  known: string | null;
  toStore: string | null;
}

/**
 * Checks the customer's age if the cart contains alcohol, which may be sold to adults only (article L3342-1 of the
 * Public Health Code).
 */
function checkAge(
  { input, staffOrder, translate, now, site }: PlaceOrderCall,
  { birthdate }: CheckoutCustomer,
  hasAlcohol: boolean,
): Outcome<CheckedAge, 'birthdate_needed' | 'too_young'> {
  const today = toLocalDay(now, site.timeZone);
  const entered = input.user.birthdate ?? '';
  const given = entered >= minBirthdate && entered <= today ? entered : null;
  const effective = birthdate ?? given;
  const checked: CheckedAge = { known: effective, toStore: birthdate === null ? given : null };
  // Staff confirm the age of a customer whose birthdate is not known.
  if (!hasAlcohol || (staffOrder && effective === null)) return ok(checked);
  if (effective === null)
    return refuse('birthdate_needed', { errors: { 'user.birthdate': translate('refusal.birthdate_needed') } });
  // The birthdate in the order must be an adult's even if that of the account is, so a customer who gives a minor's
  // birthdate is refused.
  if ([effective, given ?? effective].every((day) => isAdult(day, today))) return ok(checked);
  return refuse('too_young', { errors: { 'user.birthdate': translate('refusal.too_young') } });
}

/** Checks that the customer has the legal age of the country to which alcohol is sent. Staff confirm an unknown age. */
function checkAgeAbroad(
  { translate, now, site }: PlaceOrderCall,
  birthdate: string | null,
  { address, pickupPoint }: ResolvedDelivery,
): Outcome<null, 'too_young_abroad'> {
  const age = getLegalAge(pickupPoint?.country ?? address?.country ?? '');
  if (birthdate === null || isAdult(birthdate, toLocalDay(now, site.timeZone), age)) return ok(null);
  const errors = { 'user.birthdate': translate('refusal.too_young_abroad', { age }) };
  return refuse('too_young_abroad', { values: { age }, errors });
}

/** Checks the postal addresses and the telephone number of an order, and returns the billing address. */
function checkAddresses(
  { input, staffOrder, translate }: PlaceOrderCall,
  { choice, address }: ResolvedDelivery,
): Outcome<
  StoredOrderAddress,
  'address_needed' | 'unknown_country' | 'wrong_postcode' | 'phone_needed' | 'address_differs'
> {
  const given = input.address.billing ?? input.address.delivery;
  const isShipped = choice.type === 'DELIVERY' || choice.type === 'PICKUP';
  if (!given && staffOrder && !isShipped) return ok(toNamedAddress(input.user));
  if (!given) return refuse('address_needed', { errors: { 'address.billing': translate('refusal.address_needed') } });
  const billing = toStoredPostalAddress(
    given,
    input.address.billing ? 'address.billing' : 'address.delivery',
    translate,
  );
  if (!billing.ok) return billing;
  if (isShipped && input.user.phone === '')
    return refuse('phone_needed', { errors: { 'user.phone': translate('refusal.phone_needed') } });
  const mismatch = address && findAddressMismatch(input, address);
  if (mismatch) return refuse('address_differs', { errors: { [mismatch]: translate('refusal.address_differs') } });
  return billing;
}

/** Returns the billing address of a customer to whom nothing is shipped, and who gave staff no postal address. */
const toNamedAddress = ({ firstname = '', lastname = '' }: PlaceOrderCall['input']['user']): StoredOrderAddress => ({
  firstname,
  lastname,
  address: '',
  addressPart2: '',
  postalCode: '',
  city: '',
  country: '',
});

/**
 * Compares the destination for which the shipping fee was quoted with the delivery address.
 * @returns The request field that differs; null if none does.
 */
function findAddressMismatch(
  { deliveryPostalCode, deliveryIdCountry }: PlaceOrderCall['input'],
  address: StoredOrderAddress,
): string | null {
  const normalise = (postalCode: string) => postalCode.replace(/\s/g, '').toUpperCase();
  if (deliveryPostalCode !== undefined && normalise(deliveryPostalCode) !== normalise(address.postalCode))
    return 'deliveryPostalCode';
  const isSameCountry = deliveryIdCountry === undefined || toCountryCode(deliveryIdCountry) === address.country;
  return isSameCountry ? null : 'deliveryIdCountry';
}

/**
 * Checks the discount code and the delivery, and computes the order's totals. The caller has already checked the lines.
 */
async function priceOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  { lines, stock, emailKey }: { lines: readonly ResolvedCartLine[]; stock: SellableItems['stock']; emailKey: string },
): Promise<Outcome<PricedOrder, PlaceOrderRefusal>> {
  const { input, translate, pickLanguage } = call;
  const enteredCode = input.discount?.code;
  const context = { goods: computeGoodsPrice(lines), emailKey: emailKey || null, field: discountCodeField };
  const code = enteredCode ? await checkDiscountCode(tx, enteredCode, context, call) : ok(null);
  const delivery = await resolveDelivery(tx, call);
  if (!delivery.ok) return delivery;
  if (!code.ok) return code;
  const { carriers, rules } = await readShippingConfig(tx, pickLanguage);
  const decision = decideOrder({
    lines,
    stock,
    carriers,
    rules,
    code: code.value?.reduction ?? null,
    delivery: delivery.value.choice,
  });
  if (!decision.ok) return refuseDecision(decision, lines, rules, translate);
  const { totals, offer } = decision;
  return ok({ totals, offer, code: code.value, delivery: delivery.value });
}

/** @throws Error if the decision is about the cart lines, because the caller has already checked them. */
function refuseDecision(
  { refusal }: Extract<OrderDecision, { ok: false }>,
  lines: readonly ResolvedCartLine[],
  rules: ShippingRules,
  translate: PlaceOrderCall['translate'],
): RefusedOutcome<'too_few_bottles' | 'too_many_bottles' | 'too_many_vouchers' | 'needs_delivery' | 'no_carrier'> {
  switch (refusal) {
    case 'too_few_bottles':
    case 'too_many_bottles':
      return createBottleCountRefusal(refusal, lines, rules);
    case 'too_many_vouchers':
      return refuse(refusal, { values: { max: maxPurchasedVouchersPerOrder } });
    case 'needs_delivery':
      return refuse(refusal, { errors: { 'delivery.type': translate('refusal.needs_delivery') } });
    case 'no_carrier':
      return refuse(refusal, { errors: { 'delivery.idCarrier': translate('refusal.no_carrier') } });
    default:
      throw new Error(`lines that had been checked were refused: ${refusal}`);
  }
}

type DeliveryRefusal =
  | 'address_needed'
  | 'unknown_country'
  | 'wrong_postcode'
  | 'needs_delivery'
  | 'unknown_pickup_point'
  | 'slot_unavailable';

const none = { address: null, pickupPoint: null, slot: null };

/** Resolves and checks the chosen delivery (docs/rules.md, "Delivery"). `decideOrder` checks the carrier. */
function resolveDelivery(tx: SiteTx, call: PlaceOrderCall): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  switch (call.input.delivery.type) {
    case 'DELIVERY':
      return chooseHomeDelivery(call);
    case 'PICKUP':
      return choosePickupPoint(tx, call);
    case 'CLICK_AND_COLLECT':
      return chooseSlot(tx, call);
    case 'NO_DELIVERY':
      return Promise.resolve(ok({ ...none, choice: { type: 'NO_DELIVERY' } }));
  }
}

async function chooseHomeDelivery({
  input,
  translate,
}: PlaceOrderCall): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  const { idCarrier } = input.delivery;
  if (!input.address.delivery)
    return refuse('address_needed', { errors: { 'address.delivery': translate('refusal.address_needed') } });
  if (idCarrier === undefined)
    return refuse('needs_delivery', { errors: { 'delivery.idCarrier': translate('refusal.needs_delivery') } });
  const stored = toStoredPostalAddress(input.address.delivery, 'address.delivery', translate);
  if (!stored.ok) return stored;
  const zone = determineShippingZone(stored.value.country, stored.value.postalCode);
  return ok({ ...none, address: stored.value, choice: { type: 'DELIVERY', zone, idCarrier } });
}

async function choosePickupPoint(
  tx: SiteTx,
  { input, carrierPickupPoint, translate, pickLanguage }: PlaceOrderCall,
): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  const { idCarrier } = input.delivery;
  if (idCarrier === undefined)
    return refuse('needs_delivery', { errors: { 'delivery.idCarrier': translate('refusal.needs_delivery') } });
  const requested = input.delivery.accessPoint;
  const pickupPoint =
    carrierPickupPoint ?? (requested ? await readListedPickupPoint(tx, requested.id, pickLanguage) : null);
  if (!pickupPoint)
    return refuse('unknown_pickup_point', {
      errors: { 'delivery.accessPoint': translate('refusal.unknown_pickup_point') },
    });
  const zone = determineShippingZone(pickupPoint.country, pickupPoint.zipCode);
  return ok({ ...none, pickupPoint, choice: { type: 'PICKUP', zone, idCarrier } });
}

async function chooseSlot(
  tx: SiteTx,
  { input, staffOrder, translate, pickLanguage, site, now }: PlaceOrderCall,
): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  // Staff agree on the time with the customer, or hand the order over at once.
  if (staffOrder && !input.dateSchedule && !input.idSchedule)
    return ok({ ...none, choice: { type: 'CLICK_AND_COLLECT' } });
  const refused = refuse('slot_unavailable', {
    errors: { [input.dateSchedule ? 'idSchedule' : 'dateSchedule']: translate('refusal.slot_unavailable') },
  });
  if (!input.dateSchedule || !input.idSchedule) return refused;
  const found = await readCollectionScheduleWithClosures(tx, input.idSchedule);
  if (!found) return refused;
  const leadHours = (await readParameter(tx, 'CLICK_AND_COLLECT_HOURS')) ?? 0;
  const clock = { now, timeZone: site.timeZone, leadHours };
  const { schedule, closures } = found;
  if (!isSlotOpen(input.dateSchedule, schedule, closures, clock)) return refused;
  const place = await readEstateAddress(tx, schedule.addressId);
  if (!place) throw new Error(`schedule ${schedule.id} is at an address that does not exist`);
  const address = [place.address, place.addressPart2, `${place.postalCode} ${place.city}`].filter(Boolean).join(', ');
  const collection = { from: schedule.from, to: schedule.to, place: pickLanguage(place.name), address };
  const slot = { scheduleId: schedule.id, date: input.dateSchedule, capacity: schedule.capacity, collection };
  return ok({ ...none, slot, choice: { type: 'CLICK_AND_COLLECT' } });
}

/** @param field Path of the address in the request body, for errors. */
function toStoredPostalAddress(
  { firstname, lastname, address, addressPart2, postalCode, city, country }: OrderAddressInput,
  field: string,
  translate: PlaceOrderCall['translate'],
): Outcome<StoredOrderAddress, 'unknown_country' | 'wrong_postcode'> {
  const code = toCountryCode(country);
  if (!code)
    return refuse('unknown_country', {
      errors: { [`${field}.country`]: translate('refusal.unknown_country') },
    });
  if (!isPostcodeOfCountry(postalCode, code))
    return refuse('wrong_postcode', {
      errors: { [`${field}.postalCode`]: translate('refusal.wrong_postcode') },
    });
  return ok({ firstname, lastname, address, addressPart2, postalCode, city, country: code });
}

/**
 * Compares the computed amounts with those that the customer was shown. For a waived shipping fee the customer's
 * browser may send the full fee.
 * @returns The first field that differs; null if none does.
 */
function findPriceChange({ input }: PlaceOrderCall, totals: CartTotals, offer: CarrierOffer | null): string | null {
  const { serviceName, serviceCode, servicePrice } = input.delivery;
  if (input.total !== undefined && eurosToCents(input.total) !== totals.total) return 'total';
  if (serviceName !== undefined && serviceName !== (offer?.carrier.name ?? '')) return 'delivery.serviceName';
  if (serviceCode !== undefined && serviceCode !== (offer?.carrier.serviceCode ?? '')) return 'delivery.serviceCode';
  const fees = offer ? [offer.shippingFee, offer.price] : [0];
  return servicePrice === undefined || fees.includes(eurosToCents(servicePrice)) ? null : 'delivery.servicePrice';
}

/**
 * Returns the payment method that the order requests, or the first available one if it requests none; null if there is
 * none, or if the requested one is not available for this order.
 */
async function resolvePaymentMethod(
  tx: SiteTx,
  call: PlaceOrderCall,
  payments: CheckoutProviders['payments'],
): Promise<PaymentMethodDescription | null> {
  const { input, staffOrder } = call;
  const fitting = staffOrder
    ? await listStaffPaymentMethods(
        tx,
        { delivery: input.delivery.type, settlement: staffOrder.settlement },
        payments,
        call,
      )
    : (await payments.readOffer(tx, call)).methods.filter(({ method }) => isMethodAllowed(method, input.delivery.type));
  return fitting.find(({ method }) => input.payment === undefined || method === input.payment) ?? null;
}

/**
 * Lists the payment methods of an order that staff enter. Payment on collection is possible for every order that is
 * collected, and a received payment has any recordable method, even if they are not offered to customers.
 */
export async function listStaffPaymentMethods(
  tx: SiteTx,
  { delivery, settlement }: { delivery: DeliveryType; settlement: StaffOrderSettlement },
  payments: PaymentProviders,
  context: PaymentDescriptionLanguage,
): Promise<PaymentMethodDescription[]> {
  const describe = await payments.readDescriptions(tx, context);
  if (settlement !== 'OPEN')
    return recordablePaymentMethods.filter((method) => payments.forMethod(method)).map(describe);
  const offered = (await payments.readOffer(tx, context)).methods.filter(({ method }) => !isPaidAtCollection(method));
  const atCollection = paymentMethods.filter(
    (method) => isPaidAtCollection(method) && isMethodAllowed(method, delivery),
  );
  return [...offered, ...atCollection.map(describe)];
}

const isPaidAtCollection = (method: PaymentMethod): boolean => paymentMethodRecords[method].isPaidAtCollection;

/**
 * Requests the pickup point of an order from the service of the chosen carrier, before the order's transaction and its
 * locks begin; null if no service knows the point.
 */
export const fetchChosenPickupPoint = async (
  pickupPoints: PickupPointDirectory,
  call: Omit<PickupPointRequestContext, 'pickLanguage'>,
  { type, idCarrier, accessPoint }: PlaceOrderInput['delivery'],
): Promise<PickupPoint | null> =>
  type === 'PICKUP' && idCarrier !== undefined && accessPoint
    ? pickupPoints.findOfService(call, { id: accessPoint.id, carrierId: idCarrier })
    : null;
