import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import {
  type CartStore,
  cartStorageVersion,
  createCartStore,
  getCartStorageKey,
} from '#client/features/cart/cart-store.ts';
import { type CartDiscount, emptyCart, type PersistedCart } from '#client/features/cart/persisted-cart.ts';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { createSampleVariant, createSampleWine } from '#tests/unit/catalogue/sample-products.ts';
import { type FakeStorage, stubFailingStorage, stubStorage } from '#tests/unit/persistence/fake-storage.ts';

const key = getCartStorageKey(40);
const product = (id: number, overrides: Partial<Product> = {}, declination: Partial<Variant> = {}): Product =>
  createSampleWine({
    id,
    idProduct: id,
    name: `Wine ${id}`,
    declination: [createSampleVariant({ id: 100 + id, ...declination })],
    ...overrides,
  });

let storage: FakeStorage;
const restored = (): CartStore => {
  const cart = createCartStore(40);
  void cart.persist.rehydrate();
  return cart;
};
const stored = (): PersistedCart => JSON.parse(storage.entries.get(key) ?? '{}').state;
const store = (state: unknown, version: unknown = cartStorageVersion) =>
  storage.entries.set(key, JSON.stringify({ state, version }));
const discount: CartDiscount = {
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
const linesOf = (cart: CartStore) =>
  cart.getState().products.map(({ id, declinationId, quantity }) => [id, declinationId, quantity]);

beforeEach(() => {
  storage = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

describe('the stored cart', () => {
  test('contains every field of the cart and a version, and is restored', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().setDiscount(discount);
    expect(JSON.parse(storage.entries.get(key) ?? '').version).toBe(cartStorageVersion);
    expect(Object.keys(stored()).sort()).toEqual(Object.keys(emptyCart).sort());
    const later = restored();
    expect(later.getState()).toMatchObject(stored());
    expect(later.getState()).toMatchObject({ restored: true, discount });
    expect(linesOf(later)).toEqual([[0, 101, 2]]);
  });

  test('is not read before rehydration, so that the first render equals the server’s', () => {
    store({ ...emptyCart, discount });
    expect(createCartStore(40).getState()).toMatchObject({ restored: false, discount: null, products: [] });
  });

  test('belongs to one site', () => {
    restored().getState().add(product(1), 101, 2);
    const other = createCartStore(41);
    void other.persist.rehydrate();
    expect(other.getState().products).toEqual([]);
  });

  test.each([
    ['invalid JSON', '{"state":'],
    ['an empty string', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['a string', '"cart"'],
    ['a list', '[1,2]'],
    ['another version', JSON.stringify({ state: { ...emptyCart, discount }, version: 99 })],
    ['no state', JSON.stringify({ version: cartStorageVersion })],
    ['a state of another type', JSON.stringify({ state: 'x', version: cartStorageVersion })],
  ])('is ignored if it is %s', (_, text) => {
    storage.entries.set(key, text);
    const cart = restored();
    expect(cart.getState()).toMatchObject({ ...emptyCart, restored: true });
    cart.getState().add(product(1), 101, 2);
    expect(linesOf(restored())).toEqual([[0, 101, 2]]);
  });

  test('loses its invalid fields and keeps all other fields', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().add(product(2), 102, 3);
    const [one, two] = stored().products;
    store({
      ...emptyCart,
      products: [
        { ...one, quantity: -3 },
        two,
        { ...two, quantity: 1 },
        null,
        7,
        { id: 9, product: {}, declinationId: 1, quantity: 1 },
        { ...two, id: 5, declinationId: 4711 },
        { ...two, id: 6, quantity: 1.5 },
      ],
      nextLineId: 'many',
      discount: { code: 'X' },
    });
    expect(restored().getState()).toMatchObject({ ...emptyCart, products: [two] });
    store({ ...emptyCart, products: 'none', nextLineId: 7, discount });
    expect(restored().getState()).toMatchObject({ products: [], nextLineId: 7, discount });
  });

  test('is not needed: without storage the cart lives as long as the page', () => {
    stubFailingStorage();
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    void cart.persist.rehydrate();
    expect(cart.getState().restored).toBe(true);
    expect(linesOf(cart)).toEqual([[0, 101, 2]]);
  });

  test('is synchronised between tabs', () => {
    const [here, there] = [createCartStore(40), createCartStore(40)];
    const stops = [here, there].map((cart) => syncWithStorage(cart, () => cart.setState(emptyCart)));
    here.getState().add(product(1), 101, 2);
    storage.dispatch(key);
    expect(linesOf(there)).toEqual([[0, 101, 2]]);
    there.getState().setQuantity(0, 5);
    storage.dispatch(key);
    expect(linesOf(here)).toEqual([[0, 101, 5]]);
    storage.dispatch('another-key');
    there.getState().clear();
    storage.dispatch(key);
    expect(here.getState().products).toEqual([]);
    for (const stop of stops) stop();
    expect(storage.listeners.size).toBe(0);
  });

  test('empties the cart when all storage is cleared', () => {
    const cart = createCartStore(40);
    syncWithStorage(cart, () => cart.setState(emptyCart));
    cart.getState().add(product(1), 101, 2);
    storage.entries.clear();
    storage.dispatch(null);
    expect(cart.getState().products).toEqual([]);
  });
});
