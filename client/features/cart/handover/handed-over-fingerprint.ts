import { safeLocalStorage } from '#client/core/persistence/safe-local-storage.ts';
import type { CartLine } from '../persisted-cart.ts';

const storageKey = (siteId: number): string => `cuvee-handover-${siteId}`;

/** A text that two carts with the same variants and quantities share. */
export const computeCartFingerprint = (lines: readonly Pick<CartLine, 'declinationId' | 'quantity'>[]): string =>
  lines.map(({ declinationId, quantity }) => `${declinationId}×${quantity}`).join();

/** Remembers the cart that this host has handed over, so that it is not added to its own later state. */
export const saveHandedOverFingerprint = (siteId: number, fingerprint: string): void =>
  safeLocalStorage.setItem(storageKey(siteId), JSON.stringify(fingerprint));

/** @returns `null` if no cart has been handed over at this host. */
export function readHandedOverFingerprint(siteId: number): string | null {
  const stored = safeLocalStorage.getItem(storageKey(siteId));
  return stored === null ? null : String(JSON.parse(stored));
}
