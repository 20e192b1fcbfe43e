import { callApi } from '#client/core/call-api.ts';
import { pageSize } from '#shared/limits.ts';
import type { CartStore } from './cart-store.ts';
import { type CartRefreshChanges, findRemovalsAndPriceChanges } from './find-removals-and-price-changes.ts';

/**
 * Updates prices and stock of the products in the cart, and removes products that are no longer sold.
 * @returns the changes that concern the customer
 * @throws ApiCallError if the API cannot be reached; the cart then stays as it is
 */
export async function refreshCart(cart: CartStore): Promise<CartRefreshChanges> {
  const productIds = [...new Set(cart.getState().products.map(({ product }) => product.id))];
  const products = new Map<number, Parameters<ReturnType<CartStore['getState']>['add']>[0] | null>(
    productIds.map((id) => [id, null]),
  );
  for (let from = 0; from < productIds.length; from += pageSize.max) {
    const ids = productIds.slice(from, from + pageSize.max);
    const response = await callApi('GET /product', { query: { id: ids.join(','), nbItem: pageSize.max } });
    for (const product of response.products) products.set(product.id, product);
  }
  const quantities = await fetchQuantities(cart);
  const before = cart.getState().products;
  cart.getState().refreshProducts(products);
  cart.getState().refreshQuantities(quantities);
  return findRemovalsAndPriceChanges(before, cart.getState().products);
}

/**
 * Updates only the stock of the products in the cart.
 * @throws ApiCallError if the API cannot be reached
 */
export const refreshCartStock = async (cart: CartStore): Promise<void> =>
  cart.getState().refreshQuantities(await fetchQuantities(cart));

/** Fetches the current stock with a separate call, because responses with product lists are cached. */
async function fetchQuantities(cart: CartStore): Promise<Map<number, number>> {
  const variants = cart.getState().products.map(({ variantId }) => ({ id: variantId }));
  if (variants.length === 0) return new Map();
  const { products } = await callApi('PUT /product/quantities', { body: { products: variants } });
  return new Map(products.map(({ id, quantity }) => [id, quantity]));
}
