import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { StateCreator } from 'zustand/vanilla';
import {
  createPersistedStore,
  type PersistedStore,
  restoreValidFields,
} from '#client/core/persistence/create-persisted-store.ts';
import * as is from '#client/core/persistence/value-checks.ts';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { productKinds, productTypes } from '#shared/catalogue/product-enums.ts';
import { maxCartLines, maxLineQuantity } from '#shared/limits.ts';
import { getLineQuantityStep } from './cart-lines.ts';
import { type CartDiscount, type CartLine, type CartProduct, emptyCart, type PersistedCart } from './persisted-cart.ts';

/** Ids of cart lines start again at 0 when they reach this value. */
const cartLineIdModulus = 100_000;

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
 * `add-to-cart/pending-addition.ts`.
 */
export const getPendingAdditionKeyPrefix = (cart: CartStore): string => `${cart.persist.getOptions().name}-adding-`;

/**
 * Reduces a product to the fields and the one variant that a cart line contains.
 * @returns `null` if the product no longer has the variant
 */
function lineProduct(product: CartProduct | null, variantId: number): CartProduct | null {
  const variant = product?.declination.find(({ id }) => id === variantId);
  if (!product || !variant) return null;
  return {
    id: product.id,
    idProduct: product.idProduct,
    slug: product.slug,
    name: product.name,
    type: product.type,
    kind: product.kind,
    isVintage: product.isVintage,
    declination: [variant],
    price: product.price,
    discount: product.discount,
    hasShippingFees: product.hasShippingFees,
    sellByMultipleOf: product.sellByMultipleOf,
    quantity: product.quantity,
    setQuantity: product.setQuantity,
    vatRate: product.vatRate,
    isAlcohol: product.isAlcohol,
    image: product.image,
    products: product.products,
  };
}

/**
 * Returns an unused id for a cart line. The preferred id may belong to an older line, because the counter of ids starts
 * again at 0 after its maximum.
 */
function freeLineId(products: readonly CartLine[], preferredId: number): number {
  const isTaken = (id: number) => products.some((line) => line.id === id);
  let id = preferredId;
  while (isTaken(id)) id = (id + 1) % cartLineIdModulus;
  return id;
}

/**
 * Adds a line to the cart, or increases the quantity of the line with the same variant. The stock is not checked.
 * @returns the changed fields of the cart; none if the cart is full or the product does not have the variant
 */
function addLine(
  { products, nextLineId }: PersistedCart,
  product: CartProduct,
  line: Omit<CartLine, 'id' | 'product'>,
): Partial<PersistedCart> {
  const reduced = lineProduct(product, line.variantId);
  if (!reduced) return {};
  const step = getLineQuantityStep({ ...line, product: reduced });
  const existing = products.find((other) => other.product.id === product.id && other.variantId === line.variantId);
  if (existing) {
    const quantity = coerceQuantity(existing.quantity + line.quantity, step, maxLineQuantity);
    return {
      products: products.map((other) => (other === existing ? { ...other, product: reduced, quantity } : other)),
    };
  }
  const quantity = coerceQuantity(line.quantity, step, maxLineQuantity);
  if (products.length >= maxCartLines || quantity === 0) return {};
  const id = freeLineId(products, nextLineId);
  return {
    products: [...products, { ...line, id, product: reduced, quantity }],
    nextLineId: (id + 1) % cartLineIdModulus,
  };
}

/**
 * Replaces the products of cart lines by newer versions, by product id. A line is removed if its product is `null`, or
 * no longer has its variant.
 */
const updateLineProducts = (
  lines: readonly CartLine[],
  products: ReadonlyMap<number, CartProduct | null>,
): CartLine[] =>
  lines.flatMap((line) => {
    const newer = products.get(line.product.id);
    if (newer === undefined) return [line];
    const product = lineProduct(newer, line.variantId);
    return product ? [{ ...line, product }] : [];
  });

const updateLineStock = (lines: readonly CartLine[], quantities: ReadonlyMap<number, number>): CartLine[] =>
  lines.map((line) => ({
    ...line,
    product: {
      ...line.product,
      declination: line.product.declination.map((variant) => ({
        ...variant,
        quantity: quantities.get(variant.id) ?? variant.quantity,
      })),
    },
  }));

const cartState: StateCreator<CartState> = (set) => ({
  ...emptyCart,
  isRestored: false,
  error: '',
  discountRefusal: '',
  add: (product, variantId, quantity) =>
    set((cart) => ({ ...addLine(cart, product, { variantId, quantity }), error: '' })),
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
  refreshProducts: (fresh) => set(({ products }) => ({ products: updateLineProducts(products, fresh) })),
  refreshQuantities: (quantities) => set(({ products }) => ({ products: updateLineStock(products, quantities) })),
  setDiscount: (discount, discountRefusal = '') => set({ discount, discountRefusal }),
  setError: (error) => set({ error }),
  clear: () => set({ ...emptyCart, error: '', discountRefusal: '' }),
});

const capacity = { capacity: is.nullOr(is.finiteNumber), capacityUnit: is.nullOr(is.string) };
const reduction = {
  id: is.finiteNumber,
  type: is.oneOf('EURO', 'PERCENTAGE'),
  amount: is.finiteNumber,
  detailType: is.string,
};
const image = is.objectOf({
  url: is.string,
  alt: is.string,
  tint: is.string,
  width: is.finiteNumber,
  height: is.finiteNumber,
});
const variation = is.nullOr(is.objectOf({ id: is.finiteNumber, label: is.string, displayLabel: is.nullOr(is.string) }));

const variant: Record<keyof Variant, is.ValueCheck> = {
  id: is.id,
  reference: is.string,
  year: is.nullOr(is.finiteNumber),
  price: is.finiteNumber,
  discount: is.nullOr(is.objectOf(reduction)),
  lowestPrice: is.nullOr(is.finiteNumber),
  ...capacity,
  quantity: is.finiteNumber,
  setQuantity: is.boolean,
  sellByMultipleOf: is.finiteNumber,
  variation1: variation,
  variation2: variation,
  variation3: variation,
  image: is.nullOr(image),
};

const product: Record<keyof CartProduct, is.ValueCheck> = {
  id: is.id,
  idProduct: is.id,
  slug: is.string,
  name: is.string,
  type: is.objectOf({ type: is.oneOf(...productTypes) }),
  kind: is.oneOf(...productKinds),
  isVintage: is.boolean,
  declination: is.listOf(is.objectOf(variant)),
  price: is.finiteNumber,
  discount: is.nullOr(is.objectOf(reduction)),
  hasShippingFees: is.boolean,
  sellByMultipleOf: is.finiteNumber,
  quantity: is.finiteNumber,
  setQuantity: is.boolean,
  vatRate: is.finiteNumber,
  isAlcohol: is.boolean,
  image: is.nullOr(image),
  products: is.listOf(
    is.objectOf({
      idDeclination: is.id,
      type: is.oneOf(...productTypes),
      quantity: is.finiteNumber,
      name: is.string,
      ...capacity,
    }),
  ),
};

const line: Record<keyof CartLine, is.ValueCheck> = {
  id: is.integerBetween(0, cartLineIdModulus - 1),
  product: is.objectOf(product),
  variantId: is.id,
  quantity: is.integerBetween(1, maxLineQuantity),
};

const checks: Record<Exclude<keyof PersistedCart, 'products'>, is.ValueCheck> = {
  nextLineId: is.integerBetween(0, cartLineIdModulus - 1),
  discount: is.nullOr(
    is.objectOf({
      ...reduction,
      code: is.string,
      value: is.finiteNumber,
      total: is.finiteNumber,
      subtotal: is.finiteNumber,
      shippingFees: is.finiteNumber,
    }),
  ),
};

const isLine = (value: unknown): value is CartLine =>
  is.objectOf(line)(value) &&
  (value as CartLine).product.declination.some(({ id }) => id === (value as CartLine).variantId);

/** Returns the valid cart lines, at most `maxCartLines`, each with a unique id. */
function parseLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  const lines = value.filter(isLine).slice(0, maxCartLines);
  return lines.filter((one, index) => lines.findIndex(({ id }) => id === one.id) === index);
}

/**
 * Converts a value from local storage into a cart. Invalid fields are replaced by the fields of an empty cart, and invalid lines
 * are left out.
 */
function restoreCart(stored: unknown): PersistedCart {
  const restored = restoreValidFields(stored, checks, emptyCart);
  return { ...restored, products: parseLines((stored as Partial<PersistedCart> | null | undefined)?.products) };
}

/**
 * Creates the cart store of one visitor at one site. The cart must be restored after hydration and before any action,
 * because the browser's first render must be equal to the server's page.
 */
export const createCartStore = (siteId: number): CartStore =>
  createPersistedStore(cartState, {
    name: getCartStorageKey(siteId),
    version: cartStorageVersion,
    empty: emptyCart,
    partialize: ({ products, nextLineId, discount }) => ({ products, nextLineId, discount }),
    restore: restoreCart,
  });

const CartContext = createContext<CartStore | null>(null);

export const CartProvider = ({ store, children }: { store: CartStore; children: ReactNode }) => (
  <CartContext value={store}>{children}</CartContext>
);

export function useCartStore(): CartStore {
  const store = useContext(CartContext);
  if (!store) throw new Error('CartProvider is missing');
  return store;
}

/** Selects a value from the cart's state. The cart is empty until it has been restored in the browser. */
export const useCart = <T,>(select: (state: CartState) => T): T => useStore(useCartStore(), select);
