import { isEmail, normalizeEmail } from '#shared/email.ts';
import { isIsoDate } from '#shared/is-iso-date.ts';
import { isMethodAllowed, type PaymentMethod } from '#shared/payments/payment-method.ts';
import { isPhone } from '#shared/phone.ts';
import { isPostcodeOfCountry } from '#shared/places/postcode.ts';
import type { CheckoutAddress, CheckoutDraft } from './checkout-draft.ts';
import { toOrderDeliveryType } from './order-body.ts';

/** Error messages by the name that the API gives to the field; `account` and `acceptAge` exist only in the checkout. */
export type CheckoutErrors = Readonly<Record<string, string>>;

type CheckoutErrorKind =
  | 'required'
  | 'phone'
  | 'email'
  | 'postcode'
  | 'carrier'
  | 'pickup-point'
  | 'slot'
  | 'payment'
  | 'terms'
  | 'age'
  | 'account'
  | 'birthdate'
  | 'birthdate-format';

/** The fields of the confirmation step. The fields apply to one order only, so they are not stored. */
export interface ConfirmationStepFields {
  acceptsTerms: boolean;
  isAdult: boolean;
  subscribesToNewsletter: boolean;
}

export interface DraftValidationInput {
  draft: CheckoutDraft;
  confirmation: Pick<ConfirmationStepFields, 'acceptsTerms' | 'isAdult'>;
  isLoggedIn: boolean;
  needsBirthdate: boolean;
  needsAge: boolean;
}

const addressFields = ['firstname', 'lastname', 'address', 'postalCode', 'city', 'country'] as const;

const addressErrors = (address: CheckoutAddress, name: 'delivery' | 'billing'): [string, CheckoutErrorKind][] =>
  addressFields.flatMap((field): [string, CheckoutErrorKind][] => {
    if (address[field].trim() === '') return [[`address.${name}.${field}`, 'required']];
    return field === 'postalCode' && !isPostcodeOfCountry(address.postalCode, address.country)
      ? [[`address.${name}.${field}`, 'postcode']]
      : [];
  });

function customerErrors({ customerMode, email }: CheckoutDraft): [string, CheckoutErrorKind][] {
  if (customerMode !== 'guest') return [['account', 'account']];
  if (email.trim() === '') return [['user.email', 'required']];
  return isEmail(normalizeEmail(email)) ? [] : [['user.email', 'email']];
}

/**
 * Returns an error for each missing or malformed field of the checkout, in the order of the steps. The API validates
 * the order again.
 */
export function validateCheckoutDraft({
  draft,
  confirmation,
  isLoggedIn,
  needsBirthdate,
  needsAge,
}: DraftValidationInput): [field: string, CheckoutErrorKind][] {
  const delivery = toOrderDeliveryType(draft);
  const errors: [string, CheckoutErrorKind][] = isLoggedIn ? [] : customerErrors(draft);
  const isParcel = draft.deliveryType === 'delivery';
  if (isParcel) {
    for (const each of addressErrors(draft.address.shipping, 'delivery')) errors.push(each);
    if (!draft.carrier) errors.push(['delivery.idCarrier', 'carrier']);
    if (delivery === 'PICKUP' && !draft.pickupPoint) errors.push(['delivery.accessPoint', 'pickup-point']);
  }
  if (draft.deliveryType === 'clickAndCollect' && (!draft.clickAndCollect.date || !draft.clickAndCollect.idSchedule))
    errors.push(['idSchedule', 'slot']);
  if (!isParcel || !draft.address.billingIsShipping)
    for (const each of addressErrors(draft.address.billing, 'billing')) errors.push(each);
  if (isParcel && draft.phone.trim() === '') errors.push(['user.phone', 'required']);
  else if (draft.phone.trim() !== '' && !isPhone(draft.phone)) errors.push(['user.phone', 'phone']);
  if (!isPaymentChosen(draft.payment, delivery)) errors.push(['payment', 'payment']);
  if (needsBirthdate && !isIsoDate(draft.birthdate))
    errors.push(['user.birthdate', draft.birthdate === '' ? 'birthdate' : 'birthdate-format']);
  if (needsAge && !confirmation.isAdult) errors.push(['acceptAge', 'age']);
  if (!confirmation.acceptsTerms) errors.push(['acceptTerms', 'terms']);
  return errors;
}

const isPaymentChosen = (payment: PaymentMethod | null, delivery: ReturnType<typeof toOrderDeliveryType>): boolean =>
  payment !== null && isMethodAllowed(payment, delivery);
