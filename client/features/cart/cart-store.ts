import type { PersistOptions } from 'zustand/middleware';
import type { StateCreator } from 'zustand/vanilla';
import { createPersistedStore, type PersistedStore } from '#client/core/persistence/create-persisted-store.ts';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import { maxLineQuantity } from '#shared/limits.ts';
import { computeCartChangeForAddedLine, updateLineStock, updateProductsAndPruneLines } from './cart-line-changes.ts';
import { getLineQuantityStep } from './cart-lines.ts';
import { type CartDiscount, type CartLine, type CartProduct, emptyCart, type PersistedCart } from './persisted-cart.ts';
import { restoreCartFromStoredValue } from './restore-cart-from-stored-value.ts';

interface CartActions {
  /**
   * Increases the quantity of the line with this product and variant, or adds a line unless the cart has its maximum
   * number of lines.
   */
  add(product: CartProduct, variantId: number, quantity: number): void;
  /** Sets the quantity of a line according to the quantity rule of docs/rules.md; 0 removes the line. */
  setQuantity(lineId: number, quantity: number): void;
  remove(lineId: number): void;
  /** Restores a removed line at its former position. */
  putBack(line: CartLine, index: number): void;
  /**
   * Replaces the products of cart lines by newer versions, by product id. A line is removed if its product is `null`,
   * or no longer has its variant.
   */
  refreshProducts(products: ReadonlyMap<number, CartProduct | null>): void;
  /** Updates the stock in the cart, by variant id. */
  refreshQuantities(quantities: ReadonlyMap<number, number>): void;
  /**
   * Sets the discount code of the cart; `null` removes it.
   * @param refusal the API's message about a code that it does not accept
   */
  setDiscount(discount: CartDiscount | null, refusal?: string): void;
  setError(error: string): void;
  /** Empties the cart and removes its discount code, for example after an order. */
  clear(): void;
}

export interface CartState extends PersistedCart, CartActions {
  /** `true` once the cart has been restored from local storage. */
  isRestored: boolean;
  /**
   * Message about the last attempt to open the checkout or to order, in the visitor's language; empty if it was not
   * refused, or once a line has been changed.
   */
  error: string;
  /** The API's message about the discount code that it refused last; empty once the code field is edited. */
  discountRefusal: string;
}

/** State store of the cart. Its `persist.rehydrate()` restores the cart from local storage. */
export type CartStore = PersistedStore<CartState, PersistedCart>;

/**
 * Version of the format in local storage. Entries of another version are discarded, so increment it when the format
 * changes.
 */
export const cartStorageVersion = 2;

export const getCartStorageKey = (siteId: number): string => `cuvee-cart-${siteId}`;

/**
 * Returns the prefix of the keys in local storage under which unfinished additions to the cart are recorded; see
 * `card-button/pending-addition.ts`.
 */
export const getPendingAdditionKeyPrefix = (cart: CartStore): string => `${cart.persist.getOptions().name}-adding-`;

const cartState: StateCreator<CartState> = (set) => ({
  ...emptyCart,
  isRestored: false,
  error: '',
  discountRefusal: '',
  add: (product, variantId, quantity) =>
    set((cart) => ({ ...computeCartChangeForAddedLine(cart, product, { variantId, quantity }), error: '' })),
  setQuantity: (lineId, quantity) =>
    set(({ products }) => ({
      products: products
        .map((line) =>
          line.id === lineId
            ? { ...line, quantity: coerceQuantity(quantity, getLineQuantityStep(line), maxLineQuantity) }
            : line,
        )
        .filter((line) => line.quantity > 0),
      error: '',
    })),
  remove: (lineId) => set(({ products }) => ({ products: products.filter(({ id }) => id !== lineId), error: '' })),
  putBack: (line, index) =>
    set(({ products }) =>
      products.some(({ id }) => id === line.id) ? {} : { products: products.toSpliced(index, 0, line) },
    ),
  refreshProducts: (fresh) => set(({ products }) => ({ products: updateProductsAndPruneLines(products, fresh) })),
  refreshQuantities: (quantities) => set(({ products }) => ({ products: updateLineStock(products, quantities) })),
  setDiscount: (discount, discountRefusal = '') => set({ discount, discountRefusal }),
  setError: (error) => set({ error }),
  clear: () => set({ ...emptyCart, error: '', discountRefusal: '' }),
});

const persistOptions = (siteId: number): PersistOptions<CartState, PersistedCart> => ({
  name: getCartStorageKey(siteId),
  version: cartStorageVersion,
  skipHydration: true,
  partialize: ({ products, nextLineId, discount }) => ({ products, nextLineId, discount }),
  migrate: () => emptyCart,
  // The current state is kept if local storage has no entry, because full or blocked storage must not empty the cart.
  merge: (stored, current) => ({
    ...current,
    ...(stored === undefined ? undefined : restoreCartFromStoredValue(stored)),
    isRestored: true,
  }),
});

/**
 * Creates the cart store of one visitor at one site. The cart must be restored after hydration and before any action,
 * because the browser's first render must be equal to the server's page.
 */
export const createCartStore = (siteId: number): CartStore => createPersistedStore(cartState, persistOptions(siteId));
