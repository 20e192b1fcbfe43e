import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cartStorageVersion, getCartStorageKey } from '#client/features/cart/cart-store.tsx';
import { emptyCart, type PersistedCart } from '#client/features/cart/persisted-cart.ts';
import { type FakeStorage, stubLocalStorageAndWindow } from '#tests/support/fixtures/fake-storage.ts';
import { createSampleVariant } from '#tests/support/fixtures/sample-products.ts';
import { createCartProduct, createCartStoreFromStorage, listCartLines, sampleDiscount } from './cart-store-fixtures.ts';

const key = getCartStorageKey(40);
const boxOfSix = { sellByMultipleOf: 6 };

let storage: FakeStorage;
const stored = (): PersistedCart => JSON.parse(storage.entries.get(key) ?? '{}').state;
const store = (state: unknown, version: unknown = cartStorageVersion) =>
  storage.entries.set(key, JSON.stringify({ state, version }));

beforeEach(() => {
  storage = stubLocalStorageAndWindow();
});
afterEach(() => vi.unstubAllGlobals());

describe('add', () => {
  test('creates a line for another product', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    cart.getState().add(createCartProduct(2), 102, 1);
    expect(listCartLines(cart)).toEqual([
      [0, 101, 2],
      [1, 102, 1],
    ]);
  });

  test('increases the line of the same product and variant', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    cart.getState().add(createCartProduct(1, { price: 12 }), 101, 3);
    expect(listCartLines(cart)).toEqual([[0, 101, 5]]);
    expect(cart.getState().products[0]?.product.price, 'the newer product data').toBe(12);
  });

  test('creates a line for another variant of the same product', () => {
    const cart = createCartStoreFromStorage();
    const both = createCartProduct(1, {
      declination: [createSampleVariant({ id: 101 }), createSampleVariant({ id: 201, capacity: 150 })],
    });
    cart.getState().add(both, 101, 1);
    cart.getState().add(both, 201, 1);
    expect(listCartLines(cart)).toEqual([
      [0, 101, 1],
      [1, 201, 1],
    ]);
    expect(cart.getState().products[1]?.product.declination.map(({ id }) => id)).toEqual([201]);
  });

  test('ignores an unknown variant', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 999, 1);
    expect(listCartLines(cart)).toEqual([]);
  });

  test('restarts line ids at 0 after 99999', () => {
    store({ ...emptyCart, nextLineId: 99_999 });
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 1);
    cart.getState().add(createCartProduct(2), 102, 1);
    expect(listCartLines(cart).map(([id]) => id)).toEqual([99_999, 0]);
    expect(cart.getState().nextLineId).toBe(1);
  });

  test('skips line ids that are in use', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 1);
    cart.setState({ nextLineId: 99_999 });
    cart.getState().add(createCartProduct(2), 102, 1);
    cart.getState().add(createCartProduct(3), 103, 1);
    expect(listCartLines(cart).map(([id]) => id)).toEqual([0, 99_999, 1]);
  });

  test('limits a cart to 200 lines', () => {
    const cart = createCartStoreFromStorage();
    for (let id = 1; id <= 201; id += 1) cart.getState().add(createCartProduct(id), 100 + id, 1);
    expect(cart.getState().products).toHaveLength(200);
    cart.getState().add(createCartProduct(1), 101, 1);
    expect(cart.getState().products[0]?.quantity, 'existing lines can still grow').toBe(2);
  });
});

describe('setQuantity and remove', () => {
  test.each([
    [3, 3],
    [2.9, 2],
    [-4, 1],
    [Number.NaN, 1],
    [1_000_000, 99_999],
  ])('coerces %s of a wine sold by the bottle to %s', (entered, quantity) => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    cart.getState().setQuantity(0, entered);
    expect(cart.getState().products[0]?.quantity).toBe(quantity);
  });

  test.each([
    [1, 6],
    [6, 6],
    [7, 12],
    [-1, 6],
  ])('coerces %s of a vintage wine sold by six to %s', (entered, quantity) => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1, { isVintage: true }, boxOfSix), 101, 6);
    cart.getState().setQuantity(0, entered);
    expect(cart.getState().products[0]?.quantity).toBe(quantity);
  });

  test('applies the step of a variant to vintage wines only', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1, { isVintage: false }, boxOfSix), 101, 1);
    expect(cart.getState().products[0]?.quantity).toBe(1);
  });

  test('adds a whole step if less is added', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1, { isVintage: true }, boxOfSix), 101, 1);
    expect(cart.getState().products[0]?.quantity).toBe(6);
  });

  test('removes the line for 0 and ignores unknown lines', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    cart.getState().setQuantity(7, 3);
    expect(listCartLines(cart)).toEqual([[0, 101, 2]]);
    cart.getState().setQuantity(0, 0);
    expect(listCartLines(cart)).toEqual([]);
  });

  test('restores a removed line in its place, once', () => {
    const cart = createCartStoreFromStorage();
    for (const id of [1, 2, 3]) cart.getState().add(createCartProduct(id), 100 + id, id);
    const [, second] = cart.getState().products;
    if (!second) throw new Error('the second line is missing');
    cart.getState().remove(second.id);
    expect(listCartLines(cart).map(([id]) => id)).toEqual([0, 2]);
    cart.getState().putBack(second, 1);
    cart.getState().putBack(second, 1);
    expect(listCartLines(cart).map(([id]) => id)).toEqual([0, 1, 2]);
  });
});

describe('refreshProducts and refreshQuantities', () => {
  test('updates prices and removes products that are no longer sold', () => {
    const cart = createCartStoreFromStorage();
    for (const id of [1, 2, 3]) cart.getState().add(createCartProduct(id), 100 + id, 1);
    cart.getState().refreshProducts(
      new Map([
        [1, createCartProduct(1, {}, { price: 12.5 })],
        [2, null],
      ]),
    );
    expect(cart.getState().products.map(({ product }) => [product.id, product.declination[0]?.price])).toEqual([
      [1, 12.5],
      [3, 10],
    ]);
  });

  test('removes a line whose variant is no longer sold', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 1);
    cart.getState().refreshProducts(new Map([[1, createCartProduct(1, {}, { id: 555 })]]));
    expect(listCartLines(cart)).toEqual([]);
  });

  test('updates stock quantities', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 1);
    cart.getState().refreshQuantities(new Map([[101, 4]]));
    expect(cart.getState().products[0]?.product.declination[0]?.quantity).toBe(4);
  });
});

describe('setError and clear', () => {
  test('keeps an error until the cart changes', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 1);
    cart.getState().setError('Il ne reste pas assez.');
    expect(cart.getState().error).toBe('Il ne reste pas assez.');
    expect(stored(), 'errors are not stored').not.toHaveProperty('error');
    cart.getState().setQuantity(0, 2);
    expect(cart.getState().error).toBe('');
  });

  test('removes everything from the state and from storage', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 1);
    cart.getState().setDiscount(sampleDiscount);
    cart.getState().clear();
    expect(cart.getState()).toMatchObject(emptyCart);
    expect(stored()).toEqual(emptyCart);
    expect(cart.getState().isRestored).toBe(true);
  });
});
