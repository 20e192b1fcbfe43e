import { callApi } from '#client/core/call.ts';
import { quantityStepOf, remainingQuantity } from '#client/features/cart/cart-lines.ts';
import type { CartStore } from '#client/features/cart/cart-store.ts';
import { pageSize } from '#shared/limits.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';

/** What became of an order that is put into the cart again: lines put there whole, in part, and not at all. */
export interface ReorderResult {
  completeLines: number;
  partialLines: number;
  missingLines: number;
}

/**
 * Puts what an order held into the cart once more, as far as it is still sold and there, at the prices of today.
 * @throws CallFailure
 */
export async function reorder(cart: CartStore, order: OrderDetail): Promise<ReorderResult> {
  const ids = [...new Set(order.products.map(({ idProduct }) => idProduct))];
  const { products } = await callApi('GET /product', { query: { id: ids.join(','), nbItem: pageSize.max } });
  const result: ReorderResult = { completeLines: 0, partialLines: 0, missingLines: 0 };
  for (const { id, idProduct, quantity } of order.products) {
    const product = products.find((one) => one.id === idProduct);
    if (!product?.declination.some((declination) => declination.id === id)) {
      result.missingLines += 1;
      continue;
    }
    const step = quantityStepOf({ product, declinationId: id });
    const room = remainingQuantity(cart.getState().products, product, id);
    const taken = Math.floor(Math.min(quantity, room) / step) * step;
    if (taken > 0) cart.getState().add(product, id, taken);
    if (taken === quantity) result.completeLines += 1;
    else if (taken > 0) result.partialLines += 1;
    else result.missingLines += 1;
  }
  return result;
}
