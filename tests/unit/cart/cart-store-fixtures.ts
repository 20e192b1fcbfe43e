import { type CartStore, createCartStore } from '#client/features/cart/cart-store.tsx';
import type { CartDiscount } from '#client/features/cart/persisted-cart.ts';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

/** Creates a wine whose only variant has the id `100 + id`. */
export const createCartProduct = (
  id: number,
  overrides: Partial<Product> = {},
  variant: Partial<Variant> = {},
): Product =>
  createSampleWine({
    id,
    idProduct: id,
    name: `Wine ${id}`,
    declination: [createSampleVariant({ id: 100 + id, ...variant })],
    ...overrides,
  });

/** Creates a cart store with the cart that the local storage contains. */
export function createCartStoreFromStorage(): CartStore {
  const cart = createCartStore(40);
  void cart.persist.rehydrate();
  return cart;
}

export const sampleDiscount: CartDiscount = {
  id: 1,
  code: 'BIENVENUE10',
  type: 'PERCENTAGE',
  amount: 10,
  detailType: 'PRODUCT',
  value: 1,
  total: 9,
  subtotal: 10,
  shippingFees: 0,
};

/** Lists the lines of a cart as id, variant id and quantity. */
export const listCartLines = (cart: CartStore) =>
  cart.getState().products.map(({ id, variantId, quantity }) => [id, variantId, quantity]);
