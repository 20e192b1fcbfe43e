import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { CartState, CartStore } from './cart-store.ts';

const CartContext = createContext<CartStore | null>(null);

export const CartProvider = ({ store, children }: { store: CartStore; children: ReactNode }) => (
  <CartContext value={store}>{children}</CartContext>
);

export function useCartStore(): CartStore {
  const store = useContext(CartContext);
  if (!store) throw new Error('CartProvider is missing');
  return store;
}

/** Selects a value from the cart's state. The cart is empty until it has been restored in the browser. */
export const useCart = <T,>(select: (state: CartState) => T): T => useStore(useCartStore(), select);
