import { useCallback, useEffect, useState } from 'react';
import type { CartRefreshChanges } from '#client/features/cart/find-line-changes.ts';
import { isApiReadError } from '#shared/rendering.ts';
import { useCart, useCartStore } from '../cart-context.tsx';
import type { CartStore } from '../cart-store.ts';
import { refreshCart } from '../refresh-cart.ts';

export interface CartNotice extends CartRefreshChanges {
  /** True if the API could not be reached, so that the cart may be out of date. */
  hasFailed: boolean;
}

const emptyNotice: CartNotice = { removedNames: [], priceChanges: [], hasFailed: false };

async function tryRefresh(cart: CartStore): Promise<CartNotice> {
  try {
    return { ...(await refreshCart(cart)), hasFailed: false };
  } catch (error) {
    if (!isApiReadError(error)) throw error;
    return { ...emptyNotice, hasFailed: true };
  }
}

/**
 * Refreshes the cart when its page is opened, and at each call of `refresh`. `notice` contains the removals and price
 * changes that the last refresh has found. A refresh changes the cart itself, so `useQuery`, which aborts superseded
 * loads, does not suit it.
 */
export function useCartRefresh(): { notice: CartNotice; refresh: () => Promise<void> } {
  const cart = useCartStore();
  const isRestored = useCart((state) => state.isRestored);
  const [notice, setNotice] = useState(emptyNotice);
  const refresh = useCallback(async () => {
    if (cart.getState().products.length > 0) setNotice(await tryRefresh(cart));
  }, [cart]);
  useEffect(() => {
    if (isRestored) void refresh();
  }, [isRestored, refresh]);
  return { notice, refresh };
}
