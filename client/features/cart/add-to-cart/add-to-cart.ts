import { callApi } from '#client/core/call-api.ts';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { maxCartLines } from '#shared/limits.ts';
import { computeRemainingQuantity, countVariantInCart, getLineQuantityStep } from '../cart-lines.ts';
import type { CartStore } from '../cart-store.ts';
import type { CartProduct } from '../persisted-cart.ts';
import { toEventItems } from '../shop-event-payload.ts';

/**
 * The outcome of adding to the cart. `left` is the quantity that can be ordered, of which the cart already contains
 * `inCart`.
 */
export type AddToCartResult =
  | { kind: 'added'; quantity: number }
  | { kind: 'insufficientStock'; left: number; inCart: number }
  | { kind: 'cartFull' };

/** Loads the current data of a product; `null` if the product is no longer sold. */
export async function fetchProduct(id: number): Promise<CartProduct | null> {
  const { products } = await callApi('GET /product', { query: { id: String(id) } });
  return products[0] ?? null;
}

/** Adds a variant to the cart, unless that would exceed the stock or the limits of a line and of the cart. */
export function addToCart(cart: CartStore, product: CartProduct, variantId: number, quantity: number): AddToCartResult {
  // Local storage is read again, because another tab may have changed the cart.
  void cart.persist.rehydrate();
  const { products, add } = cart.getState();
  const already = countVariantInCart(products, variantId);
  const remaining = computeRemainingQuantity(products, product, variantId);
  if (quantity > remaining) return { kind: 'insufficientStock', left: already + remaining, inCart: already };
  if (products.length >= maxCartLines && already === 0) return { kind: 'cartFull' };
  add(product, variantId, quantity);
  shopEventChannel.publish({ name: 'add_to_cart', ...toEventItems([{ product, variantId, quantity }]) });
  return { kind: 'added', quantity };
}

/** Returns the smallest quantity of a variant that can be ordered, which is one quantity step. */
export const getMinQuantity = (product: CartProduct, variantId: number): number =>
  getLineQuantityStep({ product, variantId });
