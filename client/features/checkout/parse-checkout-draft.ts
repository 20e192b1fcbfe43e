import {
  isAmount,
  isBoolean,
  isId,
  isText,
  listOf,
  nullOr,
  objectWith,
  oneOf,
  optional,
  restoreFields,
  type ValueCheck,
} from '#client/core/persistence/value-checks.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { type CheckoutAddress, type CheckoutDraft, customerModes, emptyDraft } from './checkout-draft.ts';

const address: Record<keyof CheckoutAddress, ValueCheck> = {
  firstname: isText,
  lastname: isText,
  address: isText,
  addressPart2: isText,
  postalCode: isText,
  city: isText,
  country: isText,
};

const carrier = objectWith({
  id: isAmount,
  name: isText,
  fdp: isAmount,
  price: isAmount,
  serviceCode: isText,
  deliveryType: oneOf('DELIVERY', 'PICKUP'),
  siteType: isText,
  deliveryTime: optional(objectWith({ minDays: isAmount, maxDays: isAmount })),
});

const pickupPoint = objectWith({
  id: isText,
  firstPart: isText,
  secondPart: isText,
  position: nullOr(objectWith({ latitude: isAmount, longitude: isAmount })),
  icon: isText,
  city: objectWith({ postalCode: isText, name: isText }),
  country: objectWith({ alphaTwo: isText }),
});

const checks: Record<keyof CheckoutDraft, ValueCheck> = {
  customerMode: oneOf(...customerModes),
  email: isText,
  birthdate: isText,
  deliveryType: oneOf('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: objectWith({ date: isText, idAddress: nullOr(isId), idSchedule: nullOr(isId) }),
  accessPointAddress: nullOr(pickupPoint),
  city: nullOr(objectWith({ id: isText, name: isText, postalCode: isText })),
  country: nullOr(objectWith({ id: isAmount, alphaTwo: isText, alphaThree: isText })),
  carrier: nullOr(carrier),
  shippingPrices: listOf(carrier),
  address: objectWith({ shipping: objectWith(address), billing: objectWith(address), billingIsShipping: isBoolean }),
  phone: isText,
  message: isText,
  payment: nullOr(oneOf(...paymentMethods)),
};

/** Restores the draft from storage. Invalid fields fall back to those of an empty draft. */
export const parseCheckoutDraft = (stored: unknown): CheckoutDraft => restoreFields(stored, checks, emptyDraft);
