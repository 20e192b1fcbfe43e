import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';

const storageName = 'cuvee-order-attempt';

interface Attempt {
  body: string;
  key: string;
}

function lastAttempt(): Attempt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'body' in stored && 'key' in stored
      ? (stored as Attempt)
      : null;
  } catch {
    return null;
  }
}

let inMemory: Attempt | null = null;

/**
 * Returns the `Idempotency-Key` of an order. An order that is sent again after a lost response or a reload has the same
 * key, so that the API places it only once; a changed order has a new key.
 */
export function getOrderKey(body: string): string {
  const last = inMemory ?? lastAttempt();
  if (last?.body === body) return last.key;
  inMemory = { body, key: createIdempotencyKey() };
  try {
    sessionStorage.setItem(storageName, JSON.stringify(inMemory));
  } catch {
    // Session storage is blocked, so the key is lost when the document is reloaded.
  }
  return inMemory.key;
}

/** Discards the key. It must be called after an order, so that an identical order can be placed later. */
export function discardOrderIdempotencyKey(): void {
  inMemory = null;
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // Session storage is blocked, so there is no stored key to remove.
  }
}
