import type { Customer } from '#server/api/accounts/accounts.ts';
import { type CartLine, sellableLines } from '#server/api/cart/read-cart.ts';
import { readSellableItems, type SellableItems } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkCode, type HeldCode } from '#server/api/discounts/check-code.ts';
import { countryCode } from '#server/api/places/places.ts';
import { readShippingConfig, refuseExpedition } from '#server/api/shipping/shipping-config.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { goodsPrice } from '#shared/cart/line-price.ts';
import { decideOrder, type OrderDecision } from '#shared/checkout/order-decision.ts';
import { eurosToCents } from '#shared/money.ts';
import type { KeptAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, type Refused, refuse } from '#shared/outcome.ts';
import { fitsDelivery } from '#shared/payments/payment-method.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import { dayAt } from '#shared/places/local-time.ts';
import type { CarrierOffer, ShippingRules } from '#shared/shipping/shipping.ts';
import type { CheckoutProviders } from './checkout-providers.ts';
import { type ChosenDelivery, chooseDelivery, keptAddress } from './choose-delivery.ts';
import type { OrderCall, OrderRefusal } from './order-call.ts';

/** An order that can be placed, if what is limited is still there once it is locked. */
export interface PreparedOrder {
  sellable: SellableItems;
  lines: CartLine[];
  totals: CartTotals;
  offer: CarrierOffer | null;
  code: HeldCode | null;
  delivery: ChosenDelivery;
  billingAddress: KeptAddress;
  payment: OrderPayment;
  sellsAlcohol: boolean;
  /** Told with this order, where the account had none. */
  birthdate: string | null;
}

/** Where the code stands in the body of an order. */
export const codeField = 'discount.code';

/** Everything about an order that can be said without holding anybody up. It only reads. docs/rules.md, "Placing an order". */
export async function prepareOrder(
  tx: SiteTx,
  call: OrderCall,
  customer: Customer,
  { payments, pickupPoints }: CheckoutProviders,
): Promise<Outcome<PreparedOrder, OrderRefusal>> {
  const { input, say, localize, userId } = call;
  if (!input.acceptTerms) return refuse('terms', { errors: { acceptTerms: say('ordering.refusal.terms') } });
  const ids = input.products.map(({ id }) => id);
  const sellable = await readSellableItems(tx, ids);
  const sellsAlcohol = ids.some((id) => sellable.items.get(id)?.isAlcohol);
  const age = checkAge(call, customer, sellsAlcohol);
  if (!age.ok) return age;
  const sold = sellableLines(input.products, sellable, say);
  if (!sold.ok) return sold;
  const lines = sold.value;
  const written = input.discount?.code;
  const user = { goods: goodsPrice(lines), userId, field: codeField };
  const code = written ? await checkCode(tx, written, user, call) : ok(null);
  const delivery = await chooseDelivery(tx, call, pickupPoints);
  if (!delivery.ok) return delivery;
  if (!code.ok) return code;
  const { carriers, rules } = await readShippingConfig(tx, localize);
  const reduction = code.value?.reduction ?? null;
  const decision = decideOrder({
    ...{ lines, left: sellable.left, carriers, rules, code: reduction },
    delivery: delivery.value.wanted,
  });
  if (!decision.ok) return refuseDecision(decision, lines, rules, say);
  const { totals, offer } = decision;
  const billing = checkPerson(call, delivery.value);
  if (!billing.ok) return billing;
  const changed = notAsShown(call, totals, offer);
  if (changed) return refuse('price_changed', { errors: { [changed]: say('ordering.refusal.price_changed') } });
  const payment = choosePayment(await payments.offeredMethods(tx, call), call);
  if (!payment)
    return refuse('payment_unavailable', { errors: { payment: say('ordering.refusal.payment_unavailable') } });
  return ok({
    ...{ sellable, lines, totals, offer, payment, sellsAlcohol },
    ...{ code: code.value, delivery: delivery.value, billingAddress: billing.value, birthdate: age.value },
  });
}

/** @throws for a fault that lines have which were found sellable. */
function refuseDecision(
  { refusal }: Extract<OrderDecision, { ok: false }>,
  lines: readonly CartLine[],
  rules: ShippingRules,
  say: OrderCall['say'],
): Refused<'too_few_bottles' | 'too_many_bottles' | 'needs_delivery' | 'no_carrier'> {
  switch (refusal) {
    case 'too_few_bottles':
    case 'too_many_bottles':
      return refuseExpedition(refusal, lines, rules);
    case 'needs_delivery':
      return refuse(refusal, { errors: { 'delivery.type': say('ordering.refusal.needs_delivery') } });
    case 'no_carrier':
      return refuse(refusal, { errors: { 'delivery.idCarrier': say('ordering.refusal.no_carrier') } });
    default:
      throw new Error(`lines that were found sellable are refused: ${refusal}`);
  }
}

/** Birthdates before this are slips of the pen. */
const firstBirthdate = '1900-01-01';

/** Alcohol is for adults: article L3342-1 of the Public Health Code. Answers a birthdate that is new to the account. */
function checkAge(
  { input, say, now, site }: OrderCall,
  { birthdate }: Customer,
  sellsAlcohol: boolean,
): Outcome<string | null, 'birthdate_needed' | 'too_young'> {
  const today = dayAt(now, site.timeZone);
  const written = input.user.birthdate ?? '';
  const told = written >= firstBirthdate && written <= today ? written : null;
  const known = birthdate ?? told;
  const isNew = birthdate === null ? told : null;
  if (!sellsAlcohol) return ok(isNew);
  if (known === null)
    return refuse('birthdate_needed', { errors: { 'user.birthdate': say('ordering.refusal.birthdate_needed') } });
  // Whatever the account says, nobody is sold alcohol who says of themselves that they are too young.
  if ([known, told ?? known].every((day) => isAdult(day, today))) return ok(isNew);
  return refuse('too_young', { errors: { 'user.birthdate': say('ordering.refusal.too_young') } });
}

/** Who the bill and the carrier turn to. Answers the billing address. */
function checkPerson(
  { input, say }: OrderCall,
  { wanted, address }: ChosenDelivery,
): Outcome<KeptAddress, 'address_needed' | 'unknown_country' | 'phone_needed' | 'address_differs'> {
  const given = input.address.billing ?? input.address.delivery;
  if (!given)
    return refuse('address_needed', { errors: { 'address.billing': say('ordering.refusal.address_needed') } });
  const billing = keptAddress(given, input.address.billing ? 'address.billing' : 'address.delivery', say);
  if (!billing.ok) return billing;
  const isBrought = wanted.type === 'DELIVERY' || wanted.type === 'PICKUP';
  if (isBrought && input.user.phone === '')
    return refuse('phone_needed', { errors: { 'user.phone': say('ordering.refusal.phone_needed') } });
  const differing = address && differsFrom(input, address);
  if (differing) return refuse('address_differs', { errors: { [differing]: say('ordering.refusal.address_differs') } });
  return billing;
}

/** Which field says that the fee was computed for another address than the parcel goes to; null: none does. */
function differsFrom(
  { deliveryPostalCode, deliveryIdCountry }: OrderCall['input'],
  address: KeptAddress,
): string | null {
  const bare = (postalCode: string) => postalCode.replace(/\s/g, '').toUpperCase();
  if (deliveryPostalCode !== undefined && bare(deliveryPostalCode) !== bare(address.postalCode))
    return 'deliveryPostalCode';
  const isThere = deliveryIdCountry === undefined || countryCode(deliveryIdCountry) === address.country;
  return isThere ? null : 'deliveryIdCountry';
}

/**
 * What the customer was shown is compared, and never used: answers the field that is otherwise by now, null for none. A
 * fee that is waived may be told as it is without that.
 */
function notAsShown({ input }: OrderCall, totals: CartTotals, offer: CarrierOffer | null): string | null {
  const { serviceName, serviceCode, servicePrice } = input.delivery;
  if (input.total !== undefined && eurosToCents(input.total) !== totals.total) return 'total';
  if (serviceName !== undefined && serviceName !== (offer?.carrier.name ?? '')) return 'delivery.serviceName';
  if (serviceCode !== undefined && serviceCode !== (offer?.carrier.serviceCode ?? '')) return 'delivery.serviceCode';
  const fees = offer ? [offer.fdp, offer.price] : [0];
  return servicePrice === undefined || fees.includes(eurosToCents(servicePrice)) ? null : 'delivery.servicePrice';
}

/** The method that is wished, else the first that fits. */
function choosePayment(methods: readonly OrderPayment[], { input }: OrderCall): OrderPayment | null {
  const fitting = methods.filter(({ method }) => fitsDelivery(method, input.delivery.type));
  return fitting.find(({ method }) => input.payment === undefined || method === input.payment) ?? null;
}
