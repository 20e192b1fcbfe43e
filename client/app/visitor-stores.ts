import { createSessionStore, type SessionStore } from '#client/features/accounts/session.tsx';
import { type CartStore, createCartStore } from '#client/features/cart/cart-store.tsx';

/** State stores of one visitor. The server creates new stores for each render, so that visitors never share state. */
export interface VisitorStores {
  cart: CartStore;
  session: SessionStore;
}

export const createVisitorStores = (siteId: number): VisitorStores => ({
  cart: createCartStore(siteId),
  session: createSessionStore(),
});
