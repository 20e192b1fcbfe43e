import { callApi } from '#client/core/call-api.ts';
import { pageSize } from '#shared/limits.ts';
import type { CartStore } from './cart-store.ts';
import { type CartDiff, diffCarts } from './diff-carts.ts';

/**
 * Updates prices and stock of the cart, and removes products that are no longer sold.
 * @returns the changes that concern the customer.
 * @throws ApiCallError if the API cannot be reached; the cart then stays as it is.
 */
export async function refreshCart(cart: CartStore): Promise<CartDiff> {
  const productIds = [...new Set(cart.getState().products.map(({ product }) => product.id))];
  const products = new Map<number, Parameters<ReturnType<CartStore['getState']>['add']>[0] | null>(
    productIds.map((id) => [id, null]),
  );
  for (let from = 0; from < productIds.length; from += pageSize.max) {
    const ids = productIds.slice(from, from + pageSize.max);
    const response = await callApi('GET /product', { query: { id: ids.join(','), nbItem: pageSize.max } });
    for (const product of response.products) products.set(product.id, product);
  }
  // Only this call returns current stock, because product lists are cached.
  const variants = cart.getState().products.map(({ declinationId }) => ({ id: declinationId }));
  const quantities =
    variants.length > 0 ? (await callApi('PUT /product/quantities', { body: { products: variants } })).products : [];
  const before = cart.getState().products;
  cart.getState().refreshProducts(products);
  cart.getState().refreshQuantities(new Map(quantities.map(({ id, quantity }) => [id, quantity])));
  return diffCarts(before, cart.getState().products);
}
