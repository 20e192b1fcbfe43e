import { callApi } from '#client/core/call.ts';
import { maxLines } from '#shared/limits.ts';
import { quantityInCart, quantityStepOf, remainingQuantity, variantOf } from '../cart-lines.ts';
import type { CartStore } from '../cart-store.ts';
import type { CartProduct } from '../persisted-cart.ts';

/** What came of the wish to add something. `left`: in stock; `inCart`: how many of those the cart has already. */
export type AddToCartResult =
  | { kind: 'added'; quantity: number }
  | { kind: 'short'; left: number; inCart: number }
  | { kind: 'full' };

/** The product as it is at this moment; null where it is sold no longer. */
export async function fetchProduct(id: number): Promise<CartProduct | null> {
  const { products } = await callApi('GET /product', { query: { id: String(id) } });
  return products[0] ?? null;
}

/** Adds to the cart what there is: never more than the stock allows together with what is in the cart. */
export function addToCart(
  cart: CartStore,
  product: CartProduct,
  declinationId: number,
  quantity: number,
): AddToCartResult {
  // Another tab may have changed it a moment ago.
  void cart.persist.rehydrate();
  const { products, add } = cart.getState();
  const already = quantityInCart(products, declinationId);
  if (quantity > remainingQuantity(products, product, declinationId))
    return { kind: 'short', left: variantOf({ product, declinationId }).quantity, inCart: already };
  if (products.length >= maxLines && already === 0) return { kind: 'full' };
  add(product, declinationId, quantity);
  return { kind: 'added', quantity };
}

/** The least that can be bought of a declination: one step. */
export const minQuantityOf = (product: CartProduct, declinationId: number): number =>
  quantityStepOf({ product, declinationId });
