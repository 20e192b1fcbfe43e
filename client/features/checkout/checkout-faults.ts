import { fitsDelivery, type PaymentMethod } from '#shared/payments/payment-method.ts';
import type { CheckoutAddress, CheckoutDraft } from './checkout-draft.ts';
import { isWholeFrenchPostcode } from './delivery/shipping-question.ts';
import { orderDelivery } from './order-body.ts';

/** Field, as the API names it → sentence. */
export type CheckoutFaults = Readonly<Record<string, string>>;

export type FaultKind =
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

export interface OrderRequirements {
  draft: CheckoutDraft;
  confirmation: Confirmation;
  /** Whether somebody is logged in. */
  isKnown: boolean;
  needsBirthdate: boolean;
  needsAge: boolean;
}

const addressFields = ['firstname', 'lastname', 'address', 'postalCode', 'city', 'country'] as const;

const addressFaults = (address: CheckoutAddress, name: 'delivery' | 'billing'): [string, FaultKind][] =>
  addressFields
    .filter((field) => address[field].trim() === '')
    .map((field) => [`address.${name}.${field}`, 'required']);

/** What is still missing before an order can be sent, in the order of the page. Pure; the API looks again. */
export function missingForOrder({
  draft,
  confirmation,
  isKnown,
  needsBirthdate,
  needsAge,
}: OrderRequirements): [field: string, FaultKind][] {
  const delivery = orderDelivery(draft);
  const faults: [string, FaultKind][] = isKnown ? [] : [['account', 'account']];
  const isParcel = draft.deliveryType === 'delivery';
  if (isParcel) {
    faults.push(...addressFaults(draft.address.shipping, 'delivery'));
    if (isPostcodeInPart(draft.address.shipping)) faults.push(['address.delivery.postalCode', 'postcode']);
    if (!draft.carrier) faults.push(['delivery.idCarrier', 'carrier']);
    if (delivery === 'PICKUP' && !draft.accessPointAddress) faults.push(['delivery.accessPoint', 'access-point']);
  }
  if (draft.deliveryType === 'clickAndCollect' && (!draft.clickAndCollect.date || !draft.clickAndCollect.idSchedule))
    faults.push(['idSchedule', 'slot']);
  if (!isParcel || !draft.address.billingIsShipping) faults.push(...addressFaults(draft.address.billing, 'billing'));
  if (isParcel && draft.phone.trim() === '') faults.push(['user.phone', 'required']);
  else if (!/^\s*(\+?[\d .()/-]{6,})?\s*$/.test(draft.phone)) faults.push(['user.phone', 'phone']);
  if (!isPaymentChosen(draft.payment, delivery)) faults.push(['payment', 'payment']);
  if (needsBirthdate && confirmation.birthdate === '') faults.push(['user.birthdate', 'birthdate']);
  if (needsAge && !confirmation.age) faults.push(['acceptAge', 'age']);
  if (!confirmation.terms) faults.push(['acceptTerms', 'terms']);
  return faults;
}

/** Carriers are asked with a whole one: those shown before it was changed may not come to where it leads. */
const isPostcodeInPart = ({ country, postalCode }: CheckoutAddress): boolean =>
  country === 'FR' && postalCode.trim() !== '' && !isWholeFrenchPostcode(postalCode);

const isPaymentChosen = (payment: PaymentMethod | null, delivery: ReturnType<typeof orderDelivery>): boolean =>
  payment !== null && fitsDelivery(payment, delivery);
