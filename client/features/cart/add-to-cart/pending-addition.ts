import { type CartStore, getPendingAdditionKeyPrefix } from '../cart-store.tsx';

/**
 * An addition to the cart that the visitor has requested and that still waits for code or for the API. It is recorded
 * in local storage.
 */
export interface PendingAddition {
  idProduct: number;
  /** Id of the chosen variant; missing on a product card, which adds the only variant. */
  variantId?: number;
  /** The added quantity; missing on a product card, which adds one quantity step. */
  quantity?: number;
  /** Time of the request in milliseconds since the epoch. */
  at: number;
  /** Start time of the document in which the visitor made the request. It identifies the document. */
  document: number;
}

/**
 * Time in milliseconds after which a failed API call cannot be the result of leaving the page, because the document
 * would have ended.
 */
const failureDelayMs = 1_000;

/**
 * Records an addition in local storage.
 * @returns its key; `null` if local storage is blocked or full
 */
function record(cart: CartStore, addition: Pick<PendingAddition, 'idProduct' | 'variantId' | 'quantity'>) {
  const key = getPendingAdditionKeyPrefix(cart) + Math.random();
  const pending: PendingAddition = { ...addition, at: Date.now(), document: performance.timeOrigin };
  try {
    localStorage.setItem(key, JSON.stringify(pending));
    return key;
  } catch {
    return null;
  }
}

/**
 * Claims a recorded addition by removing its record, so that only one document completes the addition.
 * @returns `false` if another document has already claimed the addition
 */
export function tryClaimPendingAddition(key: string): boolean {
  const isPending = localStorage.getItem(key) !== null;
  localStorage.removeItem(key);
  return isPending;
}

/**
 * Runs an addition to the cart. If the visitor leaves the page before the addition is complete, the next page completes
 * it.
 * @param add adds the product; it must call `claim` before it changes the cart, and must not change it if `claim`
 * returns `false`
 * @returns `true` if the product was added, by this document or another one
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
    return key === null || tryClaimPendingAddition(key);
  };
  try {
    return await add(claim);
  } catch (error) {
    // The record is kept for a moment, because leaving the page also makes its API calls fail, and the next page must
    // then complete the addition.
    if (key !== null && !isClaimed) setTimeout(() => localStorage.removeItem(key), failureDelayMs);
    throw error;
  }
}
