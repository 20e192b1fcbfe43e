import type { StoreApi } from 'zustand';
import { createSessionStore, type SessionState } from '#client/features/accounts/session-store.ts';
import { type CartStore, createCartStore } from '#client/features/cart/cart-store.ts';

/** What belongs to one visitor. Made anew for each rendering: no visitor ever sees another's. */
export interface Stores {
  cart: CartStore;
  session: StoreApi<SessionState>;
}

export const createStores = (siteId: number): Stores => ({
  cart: createCartStore(siteId),
  session: createSessionStore(),
});
