import { safeLocalStorage } from '#client/core/persistence/safe-local-storage.ts';
import type { CartLine } from '../persisted-cart.ts';

const storageKey = (siteId: number): string => `cuvee-handover-${siteId}`;

/** Computes a text that is equal for two carts with the same variants and quantities. */
export const computeCartFingerprint = (lines: readonly Pick<CartLine, 'declinationId' | 'quantity'>[]): string =>
  lines.map(({ declinationId, quantity }) => `${declinationId}×${quantity}`).join();

/**
 * Saves a fingerprint of the cart that this host has handed over. If another host returns a later state of that cart, it
 * replaces the cart of this host instead of being added to it.
 */
export const saveHandedOverFingerprint = (siteId: number, fingerprint: string): void =>
  safeLocalStorage.setItem(storageKey(siteId), JSON.stringify(fingerprint));

/**
 * Reads the fingerprint of the cart that was handed over.
 * @returns `null` if no cart has been handed over at this host
 */
export function readHandedOverFingerprint(siteId: number): string | null {
  const stored = safeLocalStorage.getItem(storageKey(siteId));
  return stored === null ? null : String(JSON.parse(stored));
}
