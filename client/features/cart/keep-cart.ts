import { emptyCart } from './cart-memory.ts';
import type { CartStore } from './cart-store.ts';

/** Restores the cart from the browser's memory, and follows what other tabs do to it. Answers how to stop. */
export function keepCart(cart: CartStore): () => void {
  void cart.persist.rehydrate();
  const { name } = cart.persist.getOptions();
  const hear = ({ key }: StorageEvent) => {
    if (key === name) void cart.persist.rehydrate();
    // Somebody has emptied the browser's memory as a whole.
    else if (key === null) cart.setState(emptyCart);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
