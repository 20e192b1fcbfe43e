import { showToast } from '#client/core/toast.ts';
import type { AbandonedAddition } from '#client/features/cart/add-to-cart/prune-abandoned-additions.ts';
import { isApiReadError } from '#shared/rendering.ts';
import type { Texts } from '#shared/texts.ts';
import type { CartStore } from '../cart-store.tsx';
import { addToCart, fetchProduct, getMinQuantity, showAddToCartResult } from './add-to-cart.ts';
import { tryClaimPendingAddition } from './pending-addition.ts';

/**
 * Completes additions that earlier documents could not complete. While the API is unreachable, the additions stay
 * recorded for the next page.
 */
export async function resumeAdditions(
  cart: CartStore,
  texts: Texts,
  additions: readonly AbandonedAddition[],
): Promise<void> {
  try {
    for (const addition of additions) await resumeAddition(cart, texts, addition);
  } catch (error) {
    if (!isApiReadError(error)) throw error;
  }
}

async function resumeAddition(
  cart: CartStore,
  texts: Texts,
  { key, idProduct, variantId, quantity }: AbandonedAddition,
): Promise<void> {
  const product = await fetchProduct(idProduct);
  if (!tryClaimPendingAddition(key)) return;
  const variants = product?.declination ?? [];
  const variant = variantId === undefined ? variants[0] : variants.find(({ id }) => id === variantId);
  if (!product || !variant) return showToast(texts.t('product.add.gone'), 'failure');
  const result = addToCart(cart, product, variant.id, quantity ?? getMinQuantity(product, variant.id));
  showAddToCartResult(result, product.name, texts);
}
