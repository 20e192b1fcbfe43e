import {
  createIsListOfCheck,
  createIsNullOrCheck,
  createIsObjectWithCheck,
  createIsOneOfCheck,
  isBoolean,
  isFiniteNumber,
  isId,
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

const isDeliveryTime = createIsObjectWithCheck({ minDays: isFiniteNumber, maxDays: isFiniteNumber });

const carrier = createIsObjectWithCheck({
  id: isFiniteNumber,
  name: isString,
  fdp: isFiniteNumber,
  price: isFiniteNumber,
  serviceCode: isString,
  deliveryType: createIsOneOfCheck('DELIVERY', 'PICKUP'),
  siteType: isString,
  deliveryTime: (time) => time === undefined || isDeliveryTime(time),
});

const pickupPoint = createIsObjectWithCheck({
  id: isString,
  firstPart: isString,
  secondPart: isString,
  position: createIsNullOrCheck(createIsObjectWithCheck({ latitude: isFiniteNumber, longitude: isFiniteNumber })),
  icon: isString,
  city: createIsObjectWithCheck({ postalCode: isString, name: isString }),
  country: createIsObjectWithCheck({ alphaTwo: isString }),
});

const checks: Record<keyof CheckoutDraft, ValueCheck> = {
  customerMode: createIsOneOfCheck(...customerModes),
  email: isString,
  birthdate: isString,
  deliveryType: createIsOneOfCheck('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: createIsObjectWithCheck({
    date: isString,
    idAddress: createIsNullOrCheck(isId),
    idSchedule: createIsNullOrCheck(isId),
  }),
  pickupPoint: createIsNullOrCheck(pickupPoint),
  city: createIsNullOrCheck(createIsObjectWithCheck({ id: isString, name: isString, postalCode: isString })),
  country: createIsNullOrCheck(
    createIsObjectWithCheck({ id: isFiniteNumber, alphaTwo: isString, alphaThree: isString }),
  ),
  carrier: createIsNullOrCheck(carrier),
  shippingPrices: createIsListOfCheck(carrier),
  address: createIsObjectWithCheck({
    shipping: createIsObjectWithCheck(address),
    billing: createIsObjectWithCheck(address),
    billingIsShipping: isBoolean,
  }),
  phone: isString,
  message: isString,
  payment: createIsNullOrCheck(createIsOneOfCheck(...paymentMethods)),
};

/** Converts a value from local storage into a checkout draft. Invalid fields are replaced by those of an empty draft. */
export const storedValueToCheckoutDraft = (stored: unknown): CheckoutDraft =>
  restoreValidFields(stored, checks, emptyCheckoutDraft);
