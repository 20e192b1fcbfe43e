import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import { type CartStore, cartKey, cartVersion, createCartStore } from '#client/features/cart/cart-store.ts';
import { type CartDiscount, emptyCart, type PersistedCart } from '#client/features/cart/persisted-cart.ts';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { bottle, wine } from '#tests/unit/catalogue/sample-products.ts';
import { type FakeStorage, refuseStorage, stubStorage } from '#tests/unit/persistence/fake-storage.ts';

const key = cartKey(40);
const boxOfSix = { sellByMultipleOf: 6 };
const product = (id: number, differs: Partial<Product> = {}, declination: Partial<Variant> = {}): Product =>
  wine({ id, idProduct: id, name: `Wine ${id}`, declination: [bottle({ id: 100 + id, ...declination })], ...differs });

let storage: FakeStorage;
const restored = (): CartStore => {
  const cart = createCartStore(40);
  void cart.persist.rehydrate();
  return cart;
};
const stored = (): PersistedCart => JSON.parse(storage.entries.get(key) ?? '{}').state;
const store = (state: unknown, version: unknown = cartVersion) =>
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

describe('adding', () => {
  test('another product makes another line', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().add(product(2), 102, 1);
    expect(linesOf(cart)).toEqual([
      [0, 101, 2],
      [1, 102, 1],
    ]);
  });

  test('the same product and declination grows its line', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().add(product(1, { price: 12 }), 101, 3);
    expect(linesOf(cart)).toEqual([[0, 101, 5]]);
    expect(cart.getState().products[0]?.product.price, 'the newer knowledge of it counts').toBe(12);
  });

  test('another declination of the same product makes another line', () => {
    const cart = restored();
    const both = product(1, { declination: [bottle({ id: 101 }), bottle({ id: 201, capacity: 150 })] });
    cart.getState().add(both, 101, 1);
    cart.getState().add(both, 201, 1);
    expect(linesOf(cart)).toEqual([
      [0, 101, 1],
      [1, 201, 1],
    ]);
    expect(cart.getState().products[1]?.product.declination.map(({ id }) => id)).toEqual([201]);
  });

  test('what the product does not have is not added', () => {
    const cart = restored();
    cart.getState().add(product(1), 999, 1);
    expect(linesOf(cart)).toEqual([]);
  });

  test('the counter of lines begins again at 0 after 99999', () => {
    store({ ...emptyCart, nextLineId: 99_999 });
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().add(product(2), 102, 1);
    expect(linesOf(cart).map(([id]) => id)).toEqual([99_999, 0]);
    expect(cart.getState().nextLineId).toBe(1);
  });

  test('a number that an old line still has is passed over when the counter has come round', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.setState({ nextLineId: 99_999 });
    cart.getState().add(product(2), 102, 1);
    cart.getState().add(product(3), 103, 1);
    expect(linesOf(cart).map(([id]) => id)).toEqual([0, 99_999, 1]);
  });

  test('a cart has two hundred lines at most', () => {
    const cart = restored();
    for (let id = 1; id <= 201; id += 1) cart.getState().add(product(id), 100 + id, 1);
    expect(cart.getState().products).toHaveLength(200);
    cart.getState().add(product(1), 101, 1);
    expect(cart.getState().products[0]?.quantity, 'lines that are there still grow').toBe(2);
  });
});

describe('quantities', () => {
  test.each([
    [3, 3],
    [2.9, 2],
    [-4, 1],
    [Number.NaN, 1],
    [1_000_000, 99_999],
  ])('%s of a wine sold by the bottle becomes %s', (typed, quantity) => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().setQuantity(0, typed);
    expect(cart.getState().products[0]?.quantity).toBe(quantity);
  });

  test.each([
    [1, 6],
    [6, 6],
    [7, 12],
    [-1, 6],
  ])('%s of a vintage wine sold by six becomes %s', (typed, quantity) => {
    const cart = restored();
    cart.getState().add(product(1, { isVintage: true }, boxOfSix), 101, 6);
    cart.getState().setQuantity(0, typed);
    expect(cart.getState().products[0]?.quantity).toBe(quantity);
  });

  test('only vintage wines have the step of their declination', () => {
    const cart = restored();
    cart.getState().add(product(1, { isVintage: false }, boxOfSix), 101, 1);
    expect(cart.getState().products[0]?.quantity).toBe(1);
  });

  test('adding less than a step adds a whole one', () => {
    const cart = restored();
    cart.getState().add(product(1, { isVintage: true }, boxOfSix), 101, 1);
    expect(cart.getState().products[0]?.quantity).toBe(6);
  });

  test('0 removes the line, and a line that is not there changes nothing', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().setQuantity(7, 3);
    expect(linesOf(cart)).toEqual([[0, 101, 2]]);
    cart.getState().setQuantity(0, 0);
    expect(linesOf(cart)).toEqual([]);
  });

  test('a removed line can be put back in its place, once', () => {
    const cart = restored();
    for (const id of [1, 2, 3]) cart.getState().add(product(id), 100 + id, id);
    const [, second] = cart.getState().products;
    if (!second) throw new Error('the second line is missing');
    cart.getState().remove(second.id);
    expect(linesOf(cart).map(([id]) => id)).toEqual([0, 2]);
    cart.getState().putBack(second, 1);
    cart.getState().putBack(second, 1);
    expect(linesOf(cart).map(([id]) => id)).toEqual([0, 1, 2]);
  });
});

describe('newer knowledge', () => {
  test('of prices reaches the lines, and what is sold no longer leaves the cart', () => {
    const cart = restored();
    for (const id of [1, 2, 3]) cart.getState().add(product(id), 100 + id, 1);
    cart.getState().refreshProducts(
      new Map([
        [1, product(1, {}, { price: 12.5 })],
        [2, null],
      ]),
    );
    expect(cart.getState().products.map(({ product }) => [product.id, product.declination[0]?.price])).toEqual([
      [1, 12.5],
      [3, 10],
    ]);
  });

  test('of a product without the chosen bottle takes the line out', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().refreshProducts(new Map([[1, product(1, {}, { id: 555 })]]));
    expect(linesOf(cart)).toEqual([]);
  });

  test('of quantities reaches the lines', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().refreshQuantities(new Map([[101, 4]]));
    expect(cart.getState().products[0]?.product.declination[0]?.quantity).toBe(4);
  });
});

describe('error and end', () => {
  test('an error is kept until the cart changes', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().setError('Il ne reste pas assez.');
    expect(cart.getState().error).toBe('Il ne reste pas assez.');
    expect(stored(), 'and is nothing to remember').not.toHaveProperty('error');
    cart.getState().setQuantity(0, 2);
    expect(cart.getState().error).toBe('');
  });

  test('after an order nothing stays, in the page and in the memory', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().setDiscount(discount);
    cart.getState().clear();
    expect(cart.getState()).toMatchObject(emptyCart);
    expect(stored()).toEqual(emptyCart);
    expect(cart.getState().restored).toBe(true);
  });
});

describe('the memory', () => {
  test('holds all of the cart, with a version, and gives it back', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().setDiscount(discount);
    expect(JSON.parse(storage.entries.get(key) ?? '').version).toBe(cartVersion);
    expect(Object.keys(stored()).sort()).toEqual(Object.keys(emptyCart).sort());
    const later = restored();
    expect(later.getState()).toMatchObject(stored());
    expect(later.getState()).toMatchObject({ restored: true, discount });
    expect(linesOf(later)).toEqual([[0, 101, 2]]);
  });

  test('is not read before somebody asks, so that the first page is the server’s', () => {
    store({ ...emptyCart, discount });
    expect(createCartStore(40).getState()).toMatchObject({ restored: false, discount: null, products: [] });
  });

  test('of another site is another one', () => {
    restored().getState().add(product(1), 101, 2);
    const other = createCartStore(41);
    void other.persist.rehydrate();
    expect(other.getState().products).toEqual([]);
  });

  test.each([
    ['no JSON', '{"state":'],
    ['an empty string', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['a string', '"cart"'],
    ['a list', '[1,2]'],
    ['another version', JSON.stringify({ state: { ...emptyCart, discount }, version: 99 })],
    ['no state', JSON.stringify({ version: cartVersion })],
    ['a state of another kind', JSON.stringify({ state: 'x', version: cartVersion })],
  ])('that is %s is survived: the cart begins empty and works', (_, text) => {
    storage.entries.set(key, text);
    const cart = restored();
    expect(cart.getState()).toMatchObject({ ...emptyCart, restored: true });
    cart.getState().add(product(1), 101, 2);
    expect(linesOf(restored())).toEqual([[0, 101, 2]]);
  });

  test('with parts that make no sense keeps the others', () => {
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

  test('that is refused or full leaves a cart that lives as long as the page', () => {
    refuseStorage();
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    void cart.persist.rehydrate();
    expect(cart.getState().restored).toBe(true);
    expect(linesOf(cart)).toEqual([[0, 101, 2]]);
  });

  test('is followed by every tab', () => {
    const [here, there] = [createCartStore(40), createCartStore(40)];
    const stops = [here, there].map((cart) => syncWithStorage(cart, () => cart.setState(emptyCart)));
    here.getState().add(product(1), 101, 2);
    storage.dispatch(key);
    expect(linesOf(there)).toEqual([[0, 101, 2]]);
    there.getState().setQuantity(0, 5);
    storage.dispatch(key);
    expect(linesOf(here)).toEqual([[0, 101, 5]]);
    storage.dispatch('somebody-else');
    there.getState().clear();
    storage.dispatch(key);
    expect(here.getState().products).toEqual([]);
    for (const stop of stops) stop();
    expect(storage.listeners.size).toBe(0);
  });

  test('that is emptied as a whole empties the cart', () => {
    const cart = createCartStore(40);
    syncWithStorage(cart, () => cart.setState(emptyCart));
    cart.getState().add(product(1), 101, 2);
    storage.entries.clear();
    storage.dispatch(null);
    expect(cart.getState().products).toEqual([]);
  });
});
