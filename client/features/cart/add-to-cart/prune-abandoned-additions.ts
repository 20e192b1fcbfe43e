import * as is from '#client/core/persistence/value-checks.ts';
import type { PendingAddition } from '#client/features/cart/add-to-cart/pending-addition.ts';
import { type CartStore, getPendingAdditionKeyPrefix } from '#client/features/cart/cart-store.tsx';
import { maxLineQuantity } from '#shared/limits.ts';

export interface AbandonedAddition extends PendingAddition {
  /** The addition's key in local storage. */
  key: string;
}

/**
 * Maximum age in milliseconds at which an addition is still completed. A product that appears in the cart later would
 * surprise the visitor.
 */
const maxAgeMs = 10 * 60_000;

const isOptional =
  (check: is.ValueCheck): is.ValueCheck =>
  (value) =>
    value === undefined || check(value);

const isPendingAddition = is.objectOf({
  idProduct: is.id,
  variantId: isOptional(is.id),
  quantity: isOptional(is.integerBetween(1, maxLineQuantity)),
  at: is.finiteNumber,
  document: is.finiteNumber,
});

function parse(key: string): PendingAddition | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isPendingAddition(stored) ? (stored as PendingAddition) : null;
  } catch {
    return null;
  }
}

/**
 * Finds the additions to the cart that other documents have begun and not completed, usually because the visitor left
 * them. Malformed additions and those above the maximum age are removed from local storage.
 */
export function pruneAbandonedAdditions(cart: CartStore): AbandonedAddition[] {
  const prefix = getPendingAdditionKeyPrefix(cart);
  return storageKeys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const addition = parse(key);
      if (addition?.document === performance.timeOrigin) return [];
      if (addition && Math.abs(Date.now() - addition.at) < maxAgeMs) return [{ key, ...addition }];
      localStorage.removeItem(key);
      return [];
    });
}

function storageKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
