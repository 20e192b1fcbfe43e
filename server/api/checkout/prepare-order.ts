import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import { type ResolvedCartLine, resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import { readSellableItems, type SellableItems } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import type { PickupPointDirectory } from '#server/api/shipping/pickup-points.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { eurosToCents } from '#shared/money.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { isMethodAllowed } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { getLegalAge } from '#shared/shipping/delivery-countries.ts';
import type { CarrierOffer } from '#shared/shipping/shipping.ts';
import { listStaffPaymentMethods } from './list-staff-payment-methods.ts';
import type { PlaceOrderCall, PlaceOrderRefusal } from './order-call.ts';
import { type PricedOrder, priceOrder } from './price-order.ts';
import { type ResolvedDelivery, toStoredPostalAddress } from './resolve-delivery.ts';

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

export interface CheckoutProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPointDirectory;
}

/** Makes all checks of an order that need no lock, without writing anything (docs/rules.md, "Placing an order"). */
export async function prepareOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  customer: CheckoutCustomer,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<Outcome<PreparedOrder, PlaceOrderRefusal>> {
  const { input, translate } = call;
  if (!input.acceptTerms) return refuse('terms', { errors: { acceptTerms: translate('refusal.terms') } });
  const ids = input.products.map(({ id }) => id);
  const sellable = await readSellableItems(tx, ids);
  const hasAlcohol = ids.some((id) => sellable.items.get(id)?.isAlcohol);
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
