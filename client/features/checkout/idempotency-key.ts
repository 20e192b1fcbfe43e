const storageName = 'cuvee-order-attempt';

interface Attempt {
  body: string;
  key: string;
}

function lastAttempt(): Attempt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'body' in kept && 'key' in kept ? (kept as Attempt) : null;
  } catch {
    return null;
  }
}

let inMemory: Attempt | null = null;

/**
 * The Idempotency-Key for an order: the same order sent again, after a lost answer or a reload, carries the same key and
 * becomes one order; a changed one is another.
 */
export function idempotencyKey(body: string): string {
  const last = lastAttempt() ?? inMemory;
  if (last?.body === body) return last.key;
  inMemory = { body, key: newKey() };
  try {
    sessionStorage.setItem(storageName, JSON.stringify(inMemory));
  } catch {
    // Storage is refused: the key lives as long as the page does.
  }
  return inMemory.key;
}

/** After an order: the same things may be ordered once more. */
export function discardIdempotencyKey(): void {
  inMemory = null;
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // As above.
  }
}

/** `randomUUID` is for https and localhost only; an estate's intranet may be neither. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
