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
 * key, so the API places it once; a changed order has a new key.
 */
export function getIdempotencyKey(body: string): string {
  const last = lastAttempt() ?? inMemory;
  if (last?.body === body) return last.key;
  inMemory = { body, key: newKey() };
  try {
    sessionStorage.setItem(storageName, JSON.stringify(inMemory));
  } catch {
    // Session storage is blocked, so the key is lost with the document.
  }
  return inMemory.key;
}

/** Must be called after an order, so that an identical one can be placed later. */
export function discardIdempotencyKey(): void {
  inMemory = null;
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // Session storage is blocked.
  }
}

/** `crypto.randomUUID` requires HTTPS or localhost, which an estate's intranet may not have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
