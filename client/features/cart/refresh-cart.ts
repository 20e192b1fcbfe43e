import { callApi } from '#client/core/call-api.ts';
import { fetchProductsById } from '#client/core/fetch-products-by-id.ts';
import type { CartStore } from './cart-store.tsx';
import { type CartRefreshChanges, findLineChanges } from './find-line-changes.ts';

/**
 * Updates the products in the cart, with prices and stock, and removes lines whose variant is no longer sold.
 * @returns the changes that concern the customer
 * @throws ApiCallError if the API cannot be reached; the cart then stays as it is
 */
export async function refreshCart(cart: CartStore): Promise<CartRefreshChanges> {
  const productIds = cart.getState().products.map(({ product }) => product.id);
  const found = await fetchProductsById(productIds);
  const products = new Map(productIds.map((id) => [id, found.get(id) ?? null]));
  const quantities = await fetchQuantities(cart);
  const before = cart.getState().products;
  cart.getState().refreshProducts(products);
  cart.getState().refreshQuantities(quantities);
  return findLineChanges(before, cart.getState().products);
}

/**
 * Updates only the stock of the products in the cart.
 * @throws ApiCallError if the API cannot be reached
 */
export const refreshCartStock = async (cart: CartStore): Promise<void> =>
  cart.getState().refreshQuantities(await fetchQuantities(cart));

/** Fetches the stock of the variants in the cart, which the API caches for two seconds. */
async function fetchQuantities(cart: CartStore): Promise<Map<number, number>> {
  const variants = cart.getState().products.map(({ variantId }) => ({ id: variantId }));
  if (variants.length === 0) return new Map();
  const { products } = await callApi('PUT /product/quantities', { body: { products: variants } });
  return new Map(products.map(({ id, quantity }) => [id, quantity]));
}
