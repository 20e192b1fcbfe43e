import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore, type Mutate, type StoreApi } from 'zustand/vanilla';
import { coerceQuantity } from '#shared/cart/quantity.ts';
import { cartLineIdWrap, mostLines, mostOfOneLine } from '#shared/limits.ts';
import { stepOf } from './cart-lines.ts';
import { type CartDeliveryType, type CartLine, type CartMemory, type CartProduct, emptyCart } from './cart-memory.ts';
import { readableStorage } from './cart-storage.ts';
import { readCart } from './read-cart-memory.ts';

export interface CartState extends CartMemory {
  /** Whether the browser's memory has been read. */
  restored: boolean;
  /** Why the last act failed, in the reader's language; empty where none did. */
  error: string;
  /** Adds to the line of this product and declination, or makes one. A cart that has all lines it may have stays. */
  add(product: CartProduct, declinationId: number, quantity: number): void;
  /** By the cart's input rule: docs/rules.md, Quantities. 0 removes the line. */
  setQuantity(lineId: number, quantity: number): void;
  remove(lineId: number): void;
  /** Puts a removed line back where it was. */
  putBack(line: CartLine, index: number): void;
  /** Newer knowledge of products that are in the cart: prices, stock. A product that is null is sold no longer. */
  refreshProducts(products: ReadonlyMap<number, CartProduct | null>): void;
  /** What is left of declinations, by id. */
  refreshQuantities(quantities: ReadonlyMap<number, number>): void;
  /** Choosing click-and-collect forgets carrier, town, shipping prices and relay point. */
  chooseDelivery(type: CartDeliveryType): void;
  /** Changes any other part of what is remembered. */
  put(part: Partial<Omit<CartMemory, 'products' | 'nextLineId' | 'deliveryType'>>): void;
  fail(error: string): void;
  /** After a log-out: what is bought stays, who buys it and where they live does not. The next one here may be another. */
  forgetCustomer(): void;
  /** After an order: nothing of it stays. */
  clear(): void;
}

/** A store whose memory is read by `cart.persist.rehydrate()`. */
export type CartStore = Mutate<StoreApi<CartState>, [['zustand/persist', CartMemory]]>;

/** Grows when what is remembered changes its form: a memory of another version is forgotten. */
export const cartVersion = 1;

export const cartKey = (siteId: number): string => `cuvee-cart-${siteId}`;

/** The product as its line keeps it: with the one declination that the line is about; null where it has it no longer. */
function lineProduct(product: CartProduct | null, declinationId: number): CartProduct | null {
  const declination = product?.declination.find(({ id }) => id === declinationId);
  if (!product || !declination) return null;
  const { id, idProduct, slug, name, type, kind, isVintage, price, discount, hasShippingFees } = product;
  const { sellByMultipleOf, quantity, setQuantity, vatRate, isAlcohol, image, products } = product;
  return {
    ...{ id, idProduct, slug, name, type, kind, isVintage, price, discount, hasShippingFees },
    ...{ sellByMultipleOf, quantity, setQuantity, vatRate, isAlcohol, image, products },
    declination: [declination],
  };
}

/** The number of a new line: the counter begins again at 0, and by then an old line may still have that number. */
function freeLineId(products: readonly CartLine[], wanted: number): number {
  const isTaken = (id: number) => products.some((line) => line.id === id);
  let id = wanted;
  while (isTaken(id)) id = (id + 1) % cartLineIdWrap;
  return id;
}

const added = ({ products, nextLineId }: CartMemory, product: CartProduct, line: Omit<CartLine, 'id' | 'product'>) => {
  const kept = lineProduct(product, line.declinationId);
  if (!kept) return {};
  const known = products.find((one) => one.product.id === product.id && one.declinationId === line.declinationId);
  if (known) {
    const quantity = coerceQuantity(known.quantity + line.quantity, stepOf({ ...line, product: kept }), mostOfOneLine);
    return { products: products.map((one) => (one === known ? { ...one, product: kept, quantity } : one)) };
  }
  const quantity = coerceQuantity(line.quantity, stepOf({ ...line, product: kept }), mostOfOneLine);
  if (products.length >= mostLines || quantity === 0) return {};
  const id = freeLineId(products, nextLineId);
  return {
    products: [...products, { ...line, id, product: kept, quantity }],
    nextLineId: (id + 1) % cartLineIdWrap,
  };
};

/**
 * The cart of one visitor at one site. It is restored by `persist.rehydrate()`, once the page is alive: the server's
 * page and the browser's first are the same. Nothing may be written into it before.
 */
export const createCartStore = (siteId: number): CartStore =>
  createStore<CartState>()(
    persist<CartState, [], [], CartMemory>(
      (set) => ({
        ...emptyCart,
        restored: false,
        error: '',
        add: (product, declinationId, quantity) =>
          set((state) => ({ ...added(state, product, { declinationId, quantity }), error: '' })),
        setQuantity: (lineId, quantity) =>
          set(({ products }) => ({
            products: products
              .map((line) =>
                line.id === lineId
                  ? { ...line, quantity: coerceQuantity(quantity, stepOf(line), mostOfOneLine) }
                  : line,
              )
              .filter((line) => line.quantity > 0),
            error: '',
          })),
        remove: (lineId) =>
          set(({ products }) => ({ products: products.filter(({ id }) => id !== lineId), error: '' })),
        putBack: (line, index) =>
          set(({ products }) =>
            products.some(({ id }) => id === line.id) ? {} : { products: products.toSpliced(index, 0, line) },
          ),
        refreshProducts: (fresh) =>
          set(({ products }) => ({
            products: products.flatMap((line) => {
              const known = fresh.get(line.product.id);
              if (known === undefined) return [line];
              const product = lineProduct(known, line.declinationId);
              return product ? [{ ...line, product }] : [];
            }),
          })),
        refreshQuantities: (quantities) =>
          set(({ products }) => ({
            products: products.map((line) => ({
              ...line,
              product: {
                ...line.product,
                declination: line.product.declination.map((declination) => ({
                  ...declination,
                  quantity: quantities.get(declination.id) ?? declination.quantity,
                })),
              },
            })),
          })),
        chooseDelivery: (deliveryType) =>
          set(
            deliveryType === 'clickAndCollect'
              ? { deliveryType, carrier: null, city: null, shippingPrices: [], accessPointAddress: null }
              : { deliveryType },
          ),
        put: (part) => set(part),
        fail: (error) => set({ error }),
        forgetCustomer: () => {
          const { address, phone, message, city, accessPointAddress } = emptyCart;
          set({ address, phone, message, city, accessPointAddress });
        },
        clear: () => set({ ...emptyCart, error: '' }),
      }),
      {
        name: cartKey(siteId),
        version: cartVersion,
        skipHydration: true,
        storage: createJSONStorage(() => readableStorage),
        partialize: (state): CartMemory =>
          Object.fromEntries(
            Object.keys(emptyCart).map((key) => [key, state[key as keyof CartMemory]]),
          ) as unknown as CartMemory,
        migrate: () => emptyCart,
        // Nothing remembered: what is there stays, since a full or refused memory must not empty the cart.
        merge: (remembered, current) => ({
          ...current,
          ...(remembered === undefined ? undefined : readCart(remembered)),
          restored: true,
        }),
      },
    ),
  );
