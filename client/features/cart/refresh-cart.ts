import { callApi } from '#client/core/call.ts';
import { pageSize } from '#shared/limits.ts';
import type { CartStore } from './cart-store.ts';
import { type CartDiff, diffCarts } from './diff-carts.ts';

/**
 * Looks again at everything in the cart: prices and stock of this moment; what is sold no longer leaves it. Answers what
 * has changed for its owner.
 * @throws CallFailure where the shop does not answer: then the cart stays as it was.
 */
export async function refreshCart(cart: CartStore): Promise<CartDiff> {
  const wanted = [...new Set(cart.getState().products.map(({ product }) => product.id))];
  const products = new Map<number, Parameters<ReturnType<CartStore['getState']>['add']>[0] | null>(
    wanted.map((id) => [id, null]),
  );
  for (let from = 0; from < wanted.length; from += pageSize.most) {
    const ids = wanted.slice(from, from + pageSize.most);
    const answer = await callApi('GET /product', { query: { id: ids.join(','), nbItem: pageSize.most } });
    for (const product of answer.products) products.set(product.id, product);
  }
  // Quantities are of this moment with this call alone: lists may be a moment old.
  const declinations = cart.getState().products.map(({ declinationId }) => ({ id: declinationId }));
  const quantities =
    declinations.length > 0
      ? (await callApi('PUT /product/quantities', { body: { products: declinations } })).products
      : [];
  const before = cart.getState().products;
  cart.getState().refreshProducts(products);
  cart.getState().refreshQuantities(new Map(quantities.map(({ id, quantity }) => [id, quantity])));
  return diffCarts(before, cart.getState().products);
}
