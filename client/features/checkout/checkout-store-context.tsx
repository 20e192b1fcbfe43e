import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { useSiteShell } from '#client/core/app-context.tsx';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import { useCartStore } from '#client/features/cart/cart-context.tsx';
import type { CartStore } from '#client/features/cart/cart-store.ts';
import { type CheckoutDraftState, type CheckoutStore, createCheckoutStore } from './checkout-store.ts';

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
