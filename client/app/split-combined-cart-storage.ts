import { safeLocalStorage } from '#client/core/persistence/safe-local-storage.ts';
import { getCartStorageKey } from '#client/features/cart/cart-store.ts';
import { getCheckoutStorageKey } from '#client/features/checkout/checkout-storage-key.ts';

interface CombinedEntry {
  state?: Record<string, unknown> | null;
  version: number;
}

/**
 * Moves the checkout draft to a separate entry of local storage, because earlier releases kept cart and draft in one.
 * This must happen before any store reads or writes local storage. The function can be removed once no visitor returns
 * with a cart from before December 2026.
 */
export function splitCombinedCartStorage(siteId: number): void {
  const text = safeLocalStorage.getItem(getCartStorageKey(siteId));
  if (!text?.includes('"billingIsShipping"')) return;
  const { state, version } = JSON.parse(text) as CombinedEntry;
  if (typeof state !== 'object' || state === null) return;
  const { products, nextLineId, discount, ...draft } = state;
  if (safeLocalStorage.getItem(getCheckoutStorageKey(siteId)) === null)
    safeLocalStorage.setItem(getCheckoutStorageKey(siteId), JSON.stringify({ state: draft, version }));
  safeLocalStorage.setItem(
    getCartStorageKey(siteId),
    JSON.stringify({ state: { products, nextLineId, discount }, version }),
  );
}
