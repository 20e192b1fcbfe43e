import { callApi } from '#client/core/call-api.ts';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { showToast } from '#client/core/toast.ts';
import { maxCartLines } from '#shared/limits.ts';
import type { Texts } from '#shared/texts.ts';
import { computeRemainingQuantity, countVariantInCart, getLineQuantityStep } from '../cart-lines.ts';
import type { CartStore } from '../cart-store.tsx';
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

/** Returns the message that explains why no more of a variant can be added to the cart. */
export function describeStockLimit(
  { left, inCart }: { left: number; inCart: number },
  { t }: Pick<Texts, 't'>,
): string {
  if (left <= 0) return t('product.add.out');
  if (inCart === 0) return t('product.add.short', { count: left });
  return inCart >= left ? t('product.add.all-in-cart') : t('product.add.short-with-cart', { left, count: inCart });
}

/** Shows the outcome of adding to the cart as a toast. */
export function showAddToCartResult(result: AddToCartResult, name: string, texts: Pick<Texts, 't'>): void {
  const { t } = texts;
  const seeCart = { text: t('product.add.see-cart'), href: '/cart' };
  if (result.kind === 'added') showToast(t('product.add.done', { name, count: result.quantity }), 'success', seeCart);
  else if (result.kind === 'insufficientStock') showToast(describeStockLimit(result, texts), 'failure', seeCart);
  else showToast(t('product.add.full'), 'failure', seeCart);
}
