import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { cartLineIdWrap } from '#shared/limits.ts';
import type { AccessPoint, CarrierChoice } from '#shared/ordering/ordering-contract.ts';
import type { PaymentMethod } from '#shared/ordering/payment.ts';
import type { City, Country } from '#shared/places/places-contract.ts';
import { readableStorage } from './cart-storage.ts';

/** What the cart keeps of a product: what it shows and computes with. */
export type CartProduct = Pick<
  Product,
  | 'id'
  | 'idProduct'
  | 'slug'
  | 'name'
  | 'type'
  | 'kind'
  | 'isVintage'
  | 'declination'
  | 'price'
  | 'discount'
  | 'hasShippingFees'
  | 'sellByMultipleOf'
  | 'quantity'
  | 'setQuantity'
  | 'vatRate'
  | 'isAlcohol'
  | 'image'
> & { products?: Product extends { products: infer P } ? P : never };

export interface CartLine {
  /** A counter of this browser's own. */
  id: number;
  product: CartProduct;
  declinationId: number;
  quantity: number;
}

export type CartDeliveryType = 'delivery' | 'clickAndCollect' | 'no_delivery';

export interface CartAddress {
  firstname: string;
  lastname: string;
  address: string;
  addressPart2: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** What a code takes off, in euros, as the server says it. */
export interface CartDiscount {
  id: number;
  code: string;
  type: 'EURO' | 'PERCENTAGE';
  amount: number;
  detailType: 'PRODUCT' | 'SHIPPING_FEES';
  value: number;
  total: number;
  subtotal: number;
  shippingFees: number;
}

/** What is remembered from one visit to the next. */
export interface CartMemory {
  products: CartLine[];
  nextLineId: number;
  deliveryType: CartDeliveryType;
  clickAndCollect: { date: string; idAddress: number | null; idSchedule: number | null };
  accessPointAddress: AccessPoint | null;
  city: City | null;
  country: Pick<Country, 'id' | 'alphaTwo' | 'alphaThree'> | null;
  carrier: CarrierChoice | null;
  shippingPrices: CarrierChoice[];
  address: { shipping: CartAddress; billing: CartAddress; billingIsShipping: boolean };
  phone: string;
  message: string;
  discount: CartDiscount | null;
  payment: PaymentMethod | null;
}

export interface CartState extends CartMemory {
  /** Whether the browser's memory has been read. */
  restored: boolean;
  /** Why the last act failed, in the reader's language; empty where none did. */
  error: string;
  /** Adds to the line of this product and declination, or makes one. */
  add(product: CartProduct, declinationId: number, quantity: number): void;
  /** 0 removes the line. */
  setQuantity(lineId: number, quantity: number): void;
  remove(lineId: number): void;
  /** Newer knowledge of products that are in the cart: prices, stock. A product that is null is sold no longer. */
  refreshProducts(products: ReadonlyMap<number, CartProduct | null>): void;
  /** What is left of declinations, by id. */
  refreshQuantities(quantities: ReadonlyMap<number, number>): void;
  /** Choosing click-and-collect forgets carrier, town, shipping prices and relay point. */
  chooseDelivery(type: CartDeliveryType): void;
  /** Changes any other part of what is remembered. */
  put(part: Partial<Omit<CartMemory, 'products' | 'nextLineId' | 'deliveryType'>>): void;
  fail(error: string): void;
  /** After an order: nothing of it stays. */
  clear(): void;
}

const noAddress: CartAddress = {
  firstname: '',
  lastname: '',
  address: '',
  addressPart2: '',
  postalCode: '',
  city: '',
  country: '',
};

export const emptyCart: CartMemory = {
  products: [],
  nextLineId: 0,
  deliveryType: 'delivery',
  clickAndCollect: { date: '', idAddress: null, idSchedule: null },
  accessPointAddress: null,
  city: null,
  country: null,
  carrier: null,
  shippingPrices: [],
  address: { shipping: noAddress, billing: noAddress, billingIsShipping: true },
  phone: '',
  message: '',
  discount: null,
  payment: null,
};

/** Grows when what is remembered changes its form: a memory of another version is forgotten. */
export const cartVersion = 1;

export const cartKey = (siteId: number): string => `cuvee-cart-${siteId}`;

/** The cart of one visitor at one site. It is restored by `persist.rehydrate()`, once the page is alive. */
export const createCartStore = (siteId: number): StoreApi<CartState> =>
  createStore<CartState>()(
    persist(
      (set) => ({
        ...emptyCart,
        restored: false,
        error: '',
        add: (product, declinationId, quantity) =>
          set(({ products, nextLineId }) => {
            const known = products.find(
              (line) => line.product.id === product.id && line.declinationId === declinationId,
            );
            if (known)
              return {
                products: products.map((line) =>
                  line === known ? { ...line, product, quantity: line.quantity + quantity } : line,
                ),
              };
            return {
              products: [...products, { id: nextLineId, product, declinationId, quantity }],
              nextLineId: (nextLineId + 1) % cartLineIdWrap,
            };
          }),
        setQuantity: (lineId, quantity) =>
          set(({ products }) => ({
            products:
              quantity > 0
                ? products.map((line) => (line.id === lineId ? { ...line, quantity } : line))
                : products.filter(({ id }) => id !== lineId),
          })),
        remove: (lineId) => set(({ products }) => ({ products: products.filter(({ id }) => id !== lineId) })),
        refreshProducts: (fresh) =>
          set(({ products }) => ({
            products: products.flatMap((line) => {
              const product = fresh.get(line.product.id);
              if (product === undefined) return [line];
              return product?.declination.some(({ id }) => id === line.declinationId) ? [{ ...line, product }] : [];
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
        clear: () => set({ ...emptyCart, error: '' }),
      }),
      {
        name: cartKey(siteId),
        version: cartVersion,
        skipHydration: true,
        storage: createJSONStorage(() => readableStorage),
        partialize: ({ restored: _restored, error: _error, ...state }): CartMemory =>
          Object.fromEntries(
            Object.keys(emptyCart).map((key) => [key, state[key as keyof CartMemory]]),
          ) as unknown as CartMemory,
        migrate: () => emptyCart,
      },
    ),
  );
