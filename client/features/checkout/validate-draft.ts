import { isPaymentMethodAllowed, type PaymentMethod } from '#shared/payments/payment-method.ts';
import type { CheckoutAddress, CheckoutDraft } from './checkout-draft.ts';
import { isCompleteFrenchPostcode } from './delivery/shipping-fee-request.ts';
import { orderDeliveryType } from './order-body.ts';

/** Field, as the API names it → sentence. */
export type CheckoutErrors = Readonly<Record<string, string>>;

export type CheckoutErrorKind =
  | 'required'
  | 'phone'
  | 'postcode'
  | 'carrier'
  | 'access-point'
  | 'slot'
  | 'payment'
  | 'terms'
  | 'age'
  | 'account'
  | 'birthdate';

/** What a customer confirms at the end, and nobody remembers for the next order. */
export interface Confirmation {
  terms: boolean;
  age: boolean;
  birthdate: string;
}

export interface DraftValidation {
  draft: CheckoutDraft;
  confirmation: Confirmation;
  /** Whether somebody is logged in. */
  isLoggedIn: boolean;
  needsBirthdate: boolean;
  needsAge: boolean;
}

const addressFields = ['firstname', 'lastname', 'address', 'postalCode', 'city', 'country'] as const;

const addressErrors = (address: CheckoutAddress, name: 'delivery' | 'billing'): [string, CheckoutErrorKind][] =>
  addressFields
    .filter((field) => address[field].trim() === '')
    .map((field) => [`address.${name}.${field}`, 'required']);

/** What is still missing before an order can be sent, in the order of the page. Pure; the API looks again. */
export function validateDraft({
  draft,
  confirmation,
  isLoggedIn,
  needsBirthdate,
  needsAge,
}: DraftValidation): [field: string, CheckoutErrorKind][] {
  const delivery = orderDeliveryType(draft);
  const faults: [string, CheckoutErrorKind][] = isLoggedIn ? [] : [['account', 'account']];
  const isParcel = draft.deliveryType === 'delivery';
  if (isParcel) {
    faults.push(...addressErrors(draft.address.shipping, 'delivery'));
    if (isPostcodeIncomplete(draft.address.shipping)) faults.push(['address.delivery.postalCode', 'postcode']);
    if (!draft.carrier) faults.push(['delivery.idCarrier', 'carrier']);
    if (delivery === 'PICKUP' && !draft.accessPointAddress) faults.push(['delivery.accessPoint', 'access-point']);
  }
  if (draft.deliveryType === 'clickAndCollect' && (!draft.clickAndCollect.date || !draft.clickAndCollect.idSchedule))
    faults.push(['idSchedule', 'slot']);
  if (!isParcel || !draft.address.billingIsShipping) faults.push(...addressErrors(draft.address.billing, 'billing'));
  if (isParcel && draft.phone.trim() === '') faults.push(['user.phone', 'required']);
  else if (!/^\s*(\+?[\d .()/-]{6,})?\s*$/.test(draft.phone)) faults.push(['user.phone', 'phone']);
  if (!isPaymentChosen(draft.payment, delivery)) faults.push(['payment', 'payment']);
  if (needsBirthdate && confirmation.birthdate === '') faults.push(['user.birthdate', 'birthdate']);
  if (needsAge && !confirmation.age) faults.push(['acceptAge', 'age']);
  if (!confirmation.terms) faults.push(['acceptTerms', 'terms']);
  return faults;
}

/** Carriers are asked with a whole one: those shown before it was changed may not come to where it leads. */
const isPostcodeIncomplete = ({ country, postalCode }: CheckoutAddress): boolean =>
  country === 'FR' && postalCode.trim() !== '' && !isCompleteFrenchPostcode(postalCode);

const isPaymentChosen = (payment: PaymentMethod | null, delivery: ReturnType<typeof orderDeliveryType>): boolean =>
  payment !== null && isPaymentMethodAllowed(payment, delivery);
