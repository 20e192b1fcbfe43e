import { createJSONStorage, type PersistOptions, persist } from 'zustand/middleware';
import { createStore, type Mutate, type StateCreator, type StoreApi } from 'zustand/vanilla';
import { safeLocalStorage } from '#client/core/persistence/safe-local-storage.ts';
import type { CarrierChoice } from '#shared/shipping/shipping-contract.ts';
import {
  type CheckoutAddress,
  type CheckoutDeliveryType,
  type CheckoutDraft,
  type CollectionSlotChoice,
  emptyDraft,
  type PickupPointAddress,
} from './checkout-draft.ts';
import { checkoutStorageKey } from './checkout-storage-key.ts';
import { parseCheckoutDraft } from './parse-checkout-draft.ts';

interface CheckoutActions {
  /** Click-and-collect discards carrier, town, shipping prices and pickup point. */
  chooseDelivery(type: CheckoutDeliveryType): void;
  updateShippingAddress(part: Partial<CheckoutAddress>): void;
  updateBillingAddress(part: Partial<CheckoutAddress>): void;
  setBillingIsShipping(billingIsShipping: boolean): void;
  /** The country of the shipping address, as the list of countries describes it. */
  setCountry(country: CheckoutDraft['country']): void;
  setCity(city: CheckoutDraft['city']): void;
  /** A carrier that delivers to the door discards the pickup point. */
  chooseCarrier(carrier: CarrierChoice): void;
  setShippingPrices(shippingPrices: CarrierChoice[], carrier: CarrierChoice | null): void;
  setPickupPoint(accessPointAddress: PickupPointAddress | null): void;
  setCollectionSlot(clickAndCollect: CollectionSlotChoice): void;
  setContactDetails(details: Pick<CheckoutDraft, 'address' | 'phone'>): void;
  setPhone(phone: string): void;
  setMessage(message: string): void;
  setPayment(payment: CheckoutDraft['payment']): void;
  /** After a log-out: discards personal data, because the next customer may be another. */
  forgetCustomer(): void;
  /** After an order. */
  clear(): void;
}

export interface CheckoutDraftState extends CheckoutDraft, CheckoutActions {
  /** Local storage has been read. */
  restored: boolean;
}

/** `persist.rehydrate()` restores the draft. */
export type CheckoutStore = Mutate<StoreApi<CheckoutDraftState>, [['zustand/persist', CheckoutDraft]]>;

/** Increment when the stored format changes: entries of another version are discarded. */
export const checkoutStorageVersion = 1;

const draftState: StateCreator<CheckoutDraftState> = (set) => ({
  ...emptyDraft,
  restored: false,
  chooseDelivery: (deliveryType) =>
    set(
      deliveryType === 'clickAndCollect'
        ? { deliveryType, carrier: null, city: null, shippingPrices: [], accessPointAddress: null }
        : { deliveryType },
    ),
  updateShippingAddress: (part) =>
    set(({ address }) => ({ address: { ...address, shipping: { ...address.shipping, ...part } } })),
  updateBillingAddress: (part) =>
    set(({ address }) => ({ address: { ...address, billing: { ...address.billing, ...part } } })),
  setBillingIsShipping: (billingIsShipping) => set(({ address }) => ({ address: { ...address, billingIsShipping } })),
  setCountry: (country) => set({ country }),
  setCity: (city) => set({ city }),
  chooseCarrier: (carrier) =>
    set(carrier.deliveryType === 'DELIVERY' ? { carrier, accessPointAddress: null } : { carrier }),
  setShippingPrices: (shippingPrices, carrier) => set({ shippingPrices, carrier }),
  setPickupPoint: (accessPointAddress) => set({ accessPointAddress }),
  setCollectionSlot: (clickAndCollect) => set({ clickAndCollect }),
  setContactDetails: ({ address, phone }) => set({ address, phone }),
  setPhone: (phone) => set({ phone }),
  setMessage: (message) => set({ message }),
  setPayment: (payment) => set({ payment }),
  forgetCustomer: () => {
    const { address, phone, message, city, accessPointAddress } = emptyDraft;
    set({ address, phone, message, city, accessPointAddress });
  },
  clear: () => set(emptyDraft),
});

const draftOf = (state: CheckoutDraftState): CheckoutDraft =>
  Object.fromEntries(
    Object.keys(emptyDraft).map((key) => [key, state[key as keyof CheckoutDraft]]),
  ) as unknown as CheckoutDraft;

const persistOptions = (siteId: number): PersistOptions<CheckoutDraftState, CheckoutDraft> => ({
  name: checkoutStorageKey(siteId),
  version: checkoutStorageVersion,
  skipHydration: true,
  storage: createJSONStorage(() => safeLocalStorage),
  partialize: draftOf,
  migrate: () => emptyDraft,
  // Without an entry the state stays: full or refused storage must not clear the draft.
  merge: (stored, current) => ({
    ...current,
    ...(stored === undefined ? undefined : parseCheckoutDraft(stored)),
    restored: true,
  }),
});

/** The checkout draft of one visitor at one site. */
export const createCheckoutStore = (siteId: number): CheckoutStore =>
  createStore<CheckoutDraftState>()(
    persist<CheckoutDraftState, [], [], CheckoutDraft>(draftState, persistOptions(siteId)),
  );
