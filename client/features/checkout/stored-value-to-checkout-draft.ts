import {
  isBoolean,
  isFiniteNumber,
  isId,
  isListOf,
  isNullOr,
  isObjectWith,
  isOneOf,
  isString,
  restoreValidFields,
  type ValueCheck,
} from '#client/core/persistence/value-checks.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { type CheckoutAddress, type CheckoutDraft, customerModes, emptyCheckoutDraft } from './checkout-draft.ts';

const address: Record<keyof CheckoutAddress, ValueCheck> = {
  firstname: isString,
  lastname: isString,
  address: isString,
  addressPart2: isString,
  postalCode: isString,
  city: isString,
  country: isString,
};

const isDeliveryTime = isObjectWith({ minDays: isFiniteNumber, maxDays: isFiniteNumber });

const carrier = isObjectWith({
  id: isFiniteNumber,
  name: isString,
  fdp: isFiniteNumber,
  price: isFiniteNumber,
  serviceCode: isString,
  deliveryType: isOneOf('DELIVERY', 'PICKUP'),
  siteType: isString,
  deliveryTime: (time) => time === undefined || isDeliveryTime(time),
});

const pickupPoint = isObjectWith({
  id: isString,
  firstPart: isString,
  secondPart: isString,
  position: isNullOr(isObjectWith({ latitude: isFiniteNumber, longitude: isFiniteNumber })),
  icon: isString,
  city: isObjectWith({ postalCode: isString, name: isString }),
  country: isObjectWith({ alphaTwo: isString }),
});

const checks: Record<keyof CheckoutDraft, ValueCheck> = {
  customerMode: isOneOf(...customerModes),
  email: isString,
  birthdate: isString,
  deliveryType: isOneOf('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: isObjectWith({ date: isString, idAddress: isNullOr(isId), idSchedule: isNullOr(isId) }),
  pickupPoint: isNullOr(pickupPoint),
  city: isNullOr(isObjectWith({ id: isString, name: isString, postalCode: isString })),
  country: isNullOr(isObjectWith({ id: isFiniteNumber, alphaTwo: isString, alphaThree: isString })),
  carrier: isNullOr(carrier),
  shippingPrices: isListOf(carrier),
  address: isObjectWith({
    shipping: isObjectWith(address),
    billing: isObjectWith(address),
    billingIsShipping: isBoolean,
  }),
  phone: isString,
  message: isString,
  payment: isNullOr(isOneOf(...paymentMethods)),
};

/** Restores the checkout draft from local storage. Invalid fields are replaced by those of an empty draft. */
export const storedValueToCheckoutDraft = (stored: unknown): CheckoutDraft =>
  restoreValidFields(stored, checks, emptyCheckoutDraft);
