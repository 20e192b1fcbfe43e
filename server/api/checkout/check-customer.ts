import type { Customer } from '#server/api/accounts/accounts.ts';
import { countryCode } from '#server/api/places/places.ts';
import { isAdult } from '#shared/accounts/adult.ts';
import type { StoredAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { dayAt } from '#shared/places/local-time.ts';
import { type ChosenDelivery, toStoredAddress } from './choose-delivery.ts';
import type { OrderCall } from './order-call.ts';

/** Earlier birthdates are treated as typing errors. */
const minBirthdate = '1900-01-01';

/**
 * Alcohol is sold to adults only: article L3342-1 of the Public Health Code.
 * @returns the birthdate that is new to the account; null where there is none.
 */
export function checkAge(
  { input, translate, now, site }: OrderCall,
  { birthdate }: Customer,
  sellsAlcohol: boolean,
): Outcome<string | null, 'birthdate_needed' | 'too_young'> {
  const today = dayAt(now, site.timeZone);
  const written = input.user.birthdate ?? '';
  const given = written >= minBirthdate && written <= today ? written : null;
  const known = birthdate ?? given;
  const isNew = birthdate === null ? given : null;
  if (!sellsAlcohol) return ok(isNew);
  if (known === null)
    return refuse('birthdate_needed', { errors: { 'user.birthdate': translate('ordering.refusal.birthdate_needed') } });
  // A customer who gives a minor's birthdate is refused, whatever the account says.
  if ([known, given ?? known].every((day) => isAdult(day, today))) return ok(isNew);
  return refuse('too_young', { errors: { 'user.birthdate': translate('ordering.refusal.too_young') } });
}

/**
 * Checks the addresses and the telephone number.
 * @returns the billing address.
 */
export function checkContactDetails(
  { input, translate }: OrderCall,
  { choice: wanted, address }: ChosenDelivery,
): Outcome<StoredAddress, 'address_needed' | 'unknown_country' | 'phone_needed' | 'address_differs'> {
  const given = input.address.billing ?? input.address.delivery;
  if (!given)
    return refuse('address_needed', { errors: { 'address.billing': translate('ordering.refusal.address_needed') } });
  const billing = toStoredAddress(given, input.address.billing ? 'address.billing' : 'address.delivery', translate);
  if (!billing.ok) return billing;
  const isBrought = wanted.type === 'DELIVERY' || wanted.type === 'PICKUP';
  if (isBrought && input.user.phone === '')
    return refuse('phone_needed', { errors: { 'user.phone': translate('ordering.refusal.phone_needed') } });
  const differing = address && differsFrom(input, address);
  if (differing)
    return refuse('address_differs', { errors: { [differing]: translate('ordering.refusal.address_differs') } });
  return billing;
}

/** The field that shows that the fee was computed for another address; null where none does. */
function differsFrom(
  { deliveryPostalCode, deliveryIdCountry }: OrderCall['input'],
  address: StoredAddress,
): string | null {
  const bare = (postalCode: string) => postalCode.replace(/\s/g, '').toUpperCase();
  if (deliveryPostalCode !== undefined && bare(deliveryPostalCode) !== bare(address.postalCode))
    return 'deliveryPostalCode';
  const isThere = deliveryIdCountry === undefined || countryCode(deliveryIdCountry) === address.country;
  return isThere ? null : 'deliveryIdCountry';
}
