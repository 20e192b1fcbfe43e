import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { getLegalAge } from '#shared/shipping/delivery-countries.ts';
import type { PlaceOrderCall } from './order-call.ts';
import { type ResolvedDelivery, toStoredPostalAddress } from './resolve-delivery.ts';

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
export function checkAge(
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
export function checkAgeAbroad(
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
export function checkAddressesAndGetBillingAddress(
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
