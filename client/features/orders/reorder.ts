import { fetchProductsById } from '#client/core/fetch-products-by-id.ts';
import { computeRemainingQuantity, getLineQuantityStep } from '#client/features/cart/cart-lines.ts';
import type { CartStore } from '#client/features/cart/cart-store.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';

/** Numbers of order lines that were added to the cart in full, in part and not at all. */
export interface ReorderedLineCounts {
  completeLines: number;
  partialLines: number;
  missingLines: number;
}

const getQuantityInCart = (cart: CartStore, variantId: number): number =>
  cart.getState().products.find((line) => line.variantId === variantId)?.quantity ?? 0;

/**
 * Adds the lines of an earlier order to the cart at current prices, as far as the products are still sold and in stock.
 * @throws ApiCallError
 */
export async function reorder(cart: CartStore, order: OrderDetail): Promise<ReorderedLineCounts> {
  const products = await fetchProductsById(order.products.map(({ idProduct }) => idProduct));
  // The cart is restored from local storage again, because another tab may have changed it.
  void cart.persist.rehydrate();
  const result: ReorderedLineCounts = { completeLines: 0, partialLines: 0, missingLines: 0 };
  for (const { id, idProduct, quantity } of order.products) {
    const product = products.get(idProduct);
    if (!product?.declination.some((variant) => variant.id === id)) {
      result.missingLines += 1;
      continue;
    }
    const step = getLineQuantityStep({ product, variantId: id });
    const remaining = computeRemainingQuantity(cart.getState().products, product, id);
    const addable = Math.floor(Math.min(quantity, remaining) / step) * step;
    const before = getQuantityInCart(cart, id);
    if (addable > 0) cart.getState().add(product, id, addable);
    // A full cart takes no further line.
    const added = getQuantityInCart(cart, id) - before;
    if (added === quantity) result.completeLines += 1;
    else if (added > 0) result.partialLines += 1;
    else result.missingLines += 1;
  }
  return result;
}
