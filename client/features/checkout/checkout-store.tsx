import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { StateCreator } from 'zustand/vanilla';
import { useSiteShell } from '#client/core/app-context.tsx';
import {
  createPersistedStore,
  type PersistedStore,
  restoreValidFields,
} from '#client/core/persistence/create-persisted-store.ts';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import * as is from '#client/core/persistence/value-checks.ts';
import { type CartStore, useCartStore } from '#client/features/cart/cart-store.tsx';
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

const address: Record<keyof CheckoutAddress, is.ValueCheck> = {
  firstname: is.string,
  lastname: is.string,
  address: is.string,
  addressPart2: is.string,
  postalCode: is.string,
  city: is.string,
  country: is.string,
};

const isDeliveryTime = is.objectOf({ minDays: is.finiteNumber, maxDays: is.finiteNumber });

const carrier = is.objectOf({
  id: is.finiteNumber,
  name: is.string,
  fdp: is.finiteNumber,
  price: is.finiteNumber,
  serviceCode: is.string,
  deliveryType: is.oneOf('DELIVERY', 'PICKUP'),
  siteType: is.string,
  deliveryTime: (time) => time === undefined || isDeliveryTime(time),
});

const pickupPoint = is.objectOf({
  id: is.string,
  firstPart: is.string,
  secondPart: is.string,
  position: is.nullOr(is.objectOf({ latitude: is.finiteNumber, longitude: is.finiteNumber })),
  icon: is.string,
  city: is.objectOf({ postalCode: is.string, name: is.string }),
  country: is.objectOf({ alphaTwo: is.string }),
});

const checks: Record<keyof CheckoutDraft, is.ValueCheck> = {
  customerMode: is.oneOf(...customerModes),
  email: is.string,
  birthdate: is.string,
  deliveryType: is.oneOf('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: is.objectOf({
    date: is.string,
    idAddress: is.nullOr(is.id),
    idSchedule: is.nullOr(is.id),
  }),
  pickupPoint: is.nullOr(pickupPoint),
  city: is.nullOr(is.objectOf({ id: is.string, name: is.string, postalCode: is.string })),
  country: is.nullOr(is.objectOf({ id: is.finiteNumber, alphaTwo: is.string, alphaThree: is.string })),
  carrier: is.nullOr(carrier),
  shippingPrices: is.listOf(carrier),
  address: is.objectOf({
    shipping: is.objectOf(address),
    billing: is.objectOf(address),
    billingIsShipping: is.boolean,
  }),
  phone: is.string,
  message: is.string,
  payment: is.nullOr(is.oneOf(...paymentMethods)),
};

export const createCheckoutStore = (siteId: number): CheckoutStore =>
  createPersistedStore(draftState, {
    name: getCheckoutStorageKey(siteId),
    version: checkoutStorageVersion,
    empty: emptyCheckoutDraft,
    partialize: draftOf,
    restore: (stored) => restoreValidFields(stored, checks, emptyCheckoutDraft),
  });

const CheckoutStoreContext = createContext<CheckoutStore | null>(null);

/**
 * One checkout store per cart store, so that the draft survives navigation even if local storage is blocked. The pages
 * that need the store create it, so that no other page loads its code.
 */
const storeOfCart = new WeakMap<CartStore, CheckoutStore>();

function checkoutStoreFor(cart: CartStore, siteId: number): CheckoutStore {
  const store = storeOfCart.get(cart) ?? createCheckoutStore(siteId);
  storeOfCart.set(cart, store);
  return store;
}

/** Supplies the checkout draft to a page and keeps it in sync with local storage while the page is shown. */
export function CheckoutStoreProvider({ children }: { children: ReactNode }) {
  const { site } = useSiteShell();
  const store = checkoutStoreFor(useCartStore(), site.id);
  // A layout effect runs before the first paint, so that a page opened by the client router shows the draft at once.
  useLayoutEffect(() => syncWithStorage(store, () => store.getState().clear()), [store]);
  return <CheckoutStoreContext value={store}>{children}</CheckoutStoreContext>;
}

export function useCheckoutStore(): CheckoutStore {
  const store = useContext(CheckoutStoreContext);
  if (!store) throw new Error('CheckoutStoreProvider is missing');
  return store;
}

/** Selects a value from the checkout draft. The draft is empty until it has been restored in the browser. */
export const useCheckoutDraft = <T,>(select: (state: CheckoutDraftState) => T): T =>
  useStore(useCheckoutStore(), select);
