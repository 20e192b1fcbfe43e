import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { PlaceOrderCall } from './order-call.ts';
import { type ResolvedDelivery, toStoredPostalAddress } from './resolve-delivery.ts';

/** Earlier birthdates in an order are treated as typing errors and ignored. */
const minBirthdate = '1900-01-01';

/**
 * Checks the customer's age if the cart contains alcohol, which may be sold to adults only (article L3342-1 of the
 * Public Health Code).
 * @returns The birthdate to store in the account; null if there is none to store.
 */
export function checkAgeAndReturnBirthdateToStore(
  { input, staffOrder, translate, now, site }: PlaceOrderCall,
  { birthdate }: CheckoutCustomer,
  hasAlcohol: boolean,
): Outcome<string | null, 'birthdate_needed' | 'too_young'> {
  const today = toLocalDay(now, site.timeZone);
  const entered = input.user.birthdate ?? '';
  const given = entered >= minBirthdate && entered <= today ? entered : null;
  const effective = birthdate ?? given;
  const newBirthdate = birthdate === null ? given : null;
  // Staff confirm the age of a customer whose birthdate is not known.
  if (!hasAlcohol || (staffOrder && effective === null)) return ok(newBirthdate);
  if (effective === null)
    return refuse('birthdate_needed', { errors: { 'user.birthdate': translate('refusal.birthdate_needed') } });
  // The birthdate in the order must be an adult's even if that of the account is, so a customer who gives a minor's
  // birthdate is refused.
  if ([effective, given ?? effective].every((day) => isAdult(day, today))) return ok(newBirthdate);
  return refuse('too_young', { errors: { 'user.birthdate': translate('refusal.too_young') } });
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
