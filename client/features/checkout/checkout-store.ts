import type { StateCreator } from 'zustand/vanilla';
import { createPersistedStore, type PersistedStore } from '#client/core/persistence/create-persisted-store.ts';
import {
  isBoolean,
  isFiniteNumber,
  isId,
  isString,
  listOf,
  nullOr,
  objectOf,
  oneOf,
  restoreValidFields,
  type ValueCheck,
} from '#client/core/persistence/value-checks.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import {
  type CheckoutAddress,
  type CheckoutDeliveryType,
  type CheckoutDraft,
  type ChosenCollectionSlot,
  customerModes,
  emptyCheckoutDraft,
  type PickupPointAddress,
} from './checkout-draft.ts';

interface CheckoutActions {
  /** Sets the delivery type. Click-and-collect discards carrier, town, shipping fees and pickup point. */
  setDeliveryType(type: CheckoutDeliveryType): void;
  updateShippingAddress(part: Partial<CheckoutAddress>): void;
  updateBillingAddress(part: Partial<CheckoutAddress>): void;
  setBillingIsShipping(billingIsShipping: boolean): void;
  /** Stores the entry of the API's list of countries that the shipping address names by its code. */
  setCountry(country: CheckoutDraft['country']): void;
  setCity(city: CheckoutDraft['city']): void;
  /** Sets the carrier. A carrier that delivers to the door discards the chosen pickup point. */
  chooseCarrier(carrier: CarrierOption): void;
  setShippingPrices(shippingPrices: CarrierOption[], carrier: CarrierOption | null): void;
  setPickupPoint(pickupPoint: PickupPointAddress | null): void;
  setCollectionSlot(clickAndCollect: ChosenCollectionSlot): void;
  setContactDetails(details: Pick<CheckoutDraft, 'address' | 'phone'>): void;
  setCustomerMode(customerMode: CheckoutDraft['customerMode']): void;
  setEmail(email: string): void;
  setBirthdate(birthdate: string): void;
  setPhone(phone: string): void;
  setMessage(message: string): void;
  setPayment(payment: CheckoutDraft['payment']): void;
  /** Discards personal data after a log-out, because another customer may use the browser next. */
  forgetCustomer(): void;
  /** Empties the draft, for example after an order. */
  clear(): void;
}

export interface CheckoutDraftState extends CheckoutDraft, CheckoutActions {
  /** `true` once the draft has been restored from local storage. */
  isRestored: boolean;
}

/** State store of the checkout draft. Its `persist.rehydrate()` restores the draft from local storage. */
export type CheckoutStore = PersistedStore<CheckoutDraftState, CheckoutDraft>;

/**
 * Version of the format in local storage. Entries of another version are discarded, so increment it when the format
 * changes.
 */
export const checkoutStorageVersion = 2;

const draftState: StateCreator<CheckoutDraftState> = (set) => ({
  ...emptyCheckoutDraft,
  isRestored: false,
  setDeliveryType: (deliveryType) =>
    set(
      deliveryType === 'clickAndCollect'
        ? { deliveryType, carrier: null, city: null, shippingPrices: [], pickupPoint: null }
        : { deliveryType },
    ),
  updateShippingAddress: (part) =>
    set(({ address }) => ({ address: { ...address, shipping: { ...address.shipping, ...part } } })),
  updateBillingAddress: (part) =>
    set(({ address }) => ({ address: { ...address, billing: { ...address.billing, ...part } } })),
  setBillingIsShipping: (billingIsShipping) => set(({ address }) => ({ address: { ...address, billingIsShipping } })),
  setCountry: (country) => set({ country }),
  setCity: (city) => set({ city }),
  chooseCarrier: (carrier) => set(carrier.deliveryType === 'DELIVERY' ? { carrier, pickupPoint: null } : { carrier }),
  setShippingPrices: (shippingPrices, carrier) => set({ shippingPrices, carrier }),
  setPickupPoint: (pickupPoint) => set({ pickupPoint }),
  setCollectionSlot: (clickAndCollect) => set({ clickAndCollect }),
  setContactDetails: ({ address, phone }) => set({ address, phone }),
  setCustomerMode: (customerMode) => set({ customerMode }),
  setEmail: (email) => set({ email }),
  setBirthdate: (birthdate) => set({ birthdate }),
  setPhone: (phone) => set({ phone }),
  setMessage: (message) => set({ message }),
  setPayment: (payment) => set({ payment }),
  forgetCustomer: () => {
    const { email, birthdate, address, phone, message, city, pickupPoint } = emptyCheckoutDraft;
    set({ email, birthdate, address, phone, message, city, pickupPoint });
  },
  clear: () => set(emptyCheckoutDraft),
});

const draftOf = (state: CheckoutDraftState): CheckoutDraft =>
  Object.fromEntries(
    Object.keys(emptyCheckoutDraft).map((key) => [key, state[key as keyof CheckoutDraft]]),
  ) as unknown as CheckoutDraft;

export const getCheckoutStorageKey = (siteId: number): string => `cuvee-checkout-${siteId}`;

const address: Record<keyof CheckoutAddress, ValueCheck> = {
  firstname: isString,
  lastname: isString,
  address: isString,
  addressPart2: isString,
  postalCode: isString,
  city: isString,
  country: isString,
};

const isDeliveryTime = objectOf({ minDays: isFiniteNumber, maxDays: isFiniteNumber });

const carrier = objectOf({
  id: isFiniteNumber,
  name: isString,
  fdp: isFiniteNumber,
  price: isFiniteNumber,
  serviceCode: isString,
  deliveryType: oneOf('DELIVERY', 'PICKUP'),
  siteType: isString,
  deliveryTime: (time) => time === undefined || isDeliveryTime(time),
});

const pickupPoint = objectOf({
  id: isString,
  firstPart: isString,
  secondPart: isString,
  position: nullOr(objectOf({ latitude: isFiniteNumber, longitude: isFiniteNumber })),
  icon: isString,
  city: objectOf({ postalCode: isString, name: isString }),
  country: objectOf({ alphaTwo: isString }),
});

const checks: Record<keyof CheckoutDraft, ValueCheck> = {
  customerMode: oneOf(...customerModes),
  email: isString,
  birthdate: isString,
  deliveryType: oneOf('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: objectOf({
    date: isString,
    idAddress: nullOr(isId),
    idSchedule: nullOr(isId),
  }),
  pickupPoint: nullOr(pickupPoint),
  city: nullOr(objectOf({ id: isString, name: isString, postalCode: isString })),
  country: nullOr(objectOf({ id: isFiniteNumber, alphaTwo: isString, alphaThree: isString })),
  carrier: nullOr(carrier),
  shippingPrices: listOf(carrier),
  address: objectOf({
    shipping: objectOf(address),
    billing: objectOf(address),
    billingIsShipping: isBoolean,
  }),
  phone: isString,
  message: isString,
  payment: nullOr(oneOf(...paymentMethods)),
};

export const createCheckoutStore = (siteId: number): CheckoutStore =>
  createPersistedStore(draftState, {
    name: getCheckoutStorageKey(siteId),
    version: checkoutStorageVersion,
    empty: emptyCheckoutDraft,
    partialize: draftOf,
    restore: (stored) => restoreValidFields(stored, checks, emptyCheckoutDraft),
  });
