import { type CartStore, pendingAdditionPrefix } from '../cart-store.ts';

/** An addition that a visitor has asked for and that waits for code or for the API. */
export interface PendingAddition {
  idProduct: number;
  /** Missing for the only variant of a product. */
  variantId?: number;
  /** Missing for one quantity step. */
  quantity?: number;
  /** Time in milliseconds since the epoch. */
  at: number;
  /** Start of the document, which identifies it. */
  document: number;
}

/** Time after which a failed call cannot be the result of leaving the page, which ends the document before. */
const failureDelayMs = 1_000;

/** @returns `null` if local storage is blocked or full */
function record(cart: CartStore, addition: Pick<PendingAddition, 'idProduct' | 'variantId' | 'quantity'>) {
  const key = pendingAdditionPrefix(cart) + Math.random();
  const pending: PendingAddition = { ...addition, at: Date.now(), document: performance.timeOrigin };
  try {
    localStorage.setItem(key, JSON.stringify(pending));
    return key;
  } catch {
    return null;
  }
}

/** Removes a recorded addition. @returns `false` if another document has removed it, and adds the product itself. */
export function claimAddition(key: string): boolean {
  const isPending = localStorage.getItem(key) !== null;
  localStorage.removeItem(key);
  return isPending;
}

/**
 * Runs an addition that the next page completes if this document is left before.
 * @param add must call `claim` before it changes the cart, and must not if that returns `false`
 * @returns `true` if the product was added, here or by another document
 */
export async function runPendingAddition(
  cart: CartStore,
  addition: Pick<PendingAddition, 'idProduct' | 'variantId' | 'quantity'>,
  add: (claim: () => boolean) => Promise<boolean>,
): Promise<boolean> {
  const key = record(cart, addition);
  let isClaimed = false;
  const claim = () => {
    isClaimed = true;
    return key === null || claimAddition(key);
  };
  try {
    return await add(claim);
  } catch (error) {
    // Leaving a page fails its calls.
    if (key !== null && !isClaimed) setTimeout(() => localStorage.removeItem(key), failureDelayMs);
    throw error;
  }
}
