import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CartMemory, emptyCart } from '#client/features/cart/cart-memory.ts';
import { type CartStore, cartKey, cartVersion, createCartStore } from '#client/features/cart/cart-store.ts';
import { keepCart } from '#client/features/cart/keep-cart.ts';
import type { Declination, Product } from '#shared/catalogue/catalogue-contract.ts';
import { bottle, wine } from '#tests/unit/catalogue/sample-products.ts';

/** A browser's memory, and the tabs that hear of it. */
function fakeBrowser() {
  const kept = new Map<string, string>();
  const hearers = new Set<(event: StorageEvent) => void>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('window', {
    addEventListener: (_: string, hear: (event: StorageEvent) => void) => hearers.add(hear),
    removeEventListener: (_: string, hear: (event: StorageEvent) => void) => hearers.delete(hear),
  });
  const tell = (key: string | null) => {
    for (const hear of hearers) hear({ key } as StorageEvent);
  };
  return { kept, tell, hearers };
}

const key = cartKey(40);
const boxOfSix = { sellByMultipleOf: 6 };
const product = (id: number, differs: Partial<Product> = {}, declination: Partial<Declination> = {}): Product =>
  wine({ id, idProduct: id, name: `Wine ${id}`, declination: [bottle({ id: 100 + id, ...declination })], ...differs });

let browser: ReturnType<typeof fakeBrowser>;
const restored = (): CartStore => {
  const cart = createCartStore(40);
  void cart.persist.rehydrate();
  return cart;
};
const remembered = (): CartMemory => JSON.parse(browser.kept.get(key) ?? '{}').state;
const remember = (state: unknown, version: unknown = cartVersion) =>
  browser.kept.set(key, JSON.stringify({ state, version }));
const linesOf = (cart: CartStore) =>
  cart.getState().products.map(({ id, declinationId, quantity }) => [id, declinationId, quantity]);

beforeEach(() => {
  browser = fakeBrowser();
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
    remember({ ...emptyCart, nextLineId: 99_999 });
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

describe('delivery, error and end', () => {
  const carrier = {
    id: 1,
    name: 'La Poste',
    fdp: 9,
    price: 9,
    serviceCode: 'P',
    deliveryType: 'DELIVERY' as const,
    siteType: 'x',
  };
  const full = {
    carrier,
    shippingPrices: [carrier],
    city: { id: '17', name: 'Archiac', postalCode: '17520', department: '17' },
    accessPointAddress: {
      id: 'r1',
      firstPart: 'Tabac',
      secondPart: '1 rue',
      city: { postalCode: '17520', name: 'Archiac' },
      country: { alphaTwo: 'FR' },
      position: null,
      icon: 'shop',
    },
    phone: '0546000000',
  };

  test('click-and-collect forgets carrier, town, shipping prices and relay point, and nothing else', () => {
    const cart = restored();
    cart.getState().put(full);
    cart.getState().chooseDelivery('clickAndCollect');
    expect(cart.getState()).toMatchObject({
      deliveryType: 'clickAndCollect',
      carrier: null,
      city: null,
      shippingPrices: [],
      accessPointAddress: null,
      phone: '0546000000',
    });
  });

  test('every other way of delivery leaves them', () => {
    const cart = restored();
    cart.getState().put(full);
    cart.getState().chooseDelivery('no_delivery');
    cart.getState().chooseDelivery('delivery');
    expect(cart.getState()).toMatchObject(full);
  });

  test('an error is kept until the cart changes', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().fail('Il ne reste pas assez.');
    expect(cart.getState().error).toBe('Il ne reste pas assez.');
    expect(remembered(), 'and is nothing to remember').not.toHaveProperty('error');
    cart.getState().setQuantity(0, 2);
    expect(cart.getState().error).toBe('');
  });

  test('after a log-out it holds what is bought, and nothing of who buys it', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().put(full);
    cart.getState().forgetCustomer();
    const { address, phone, message, city, accessPointAddress } = emptyCart;
    expect(cart.getState()).toMatchObject({ address, phone, message, city, accessPointAddress });
    expect(remembered()).toMatchObject({ address, phone, message, city, accessPointAddress });
    expect(cart.getState().products).toHaveLength(1);
  });

  test('after an order nothing stays, in the page and in the memory', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 1);
    cart.getState().put(full);
    cart.getState().clear();
    expect(cart.getState()).toMatchObject(emptyCart);
    expect(remembered()).toEqual(emptyCart);
    expect(cart.getState().restored).toBe(true);
  });
});

describe('the memory', () => {
  test('holds all of the cart, with a version, and gives it back', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().put({ phone: '0546000000', country: { id: 73, alphaTwo: 'FR', alphaThree: 'FRA' } });
    expect(JSON.parse(browser.kept.get(key) ?? '').version).toBe(cartVersion);
    expect(Object.keys(remembered()).sort()).toEqual(Object.keys(emptyCart).sort());
    const later = restored();
    expect(later.getState()).toMatchObject(remembered());
    expect(later.getState()).toMatchObject({ restored: true, phone: '0546000000' });
    expect(linesOf(later)).toEqual([[0, 101, 2]]);
  });

  test('is not read before somebody asks, so that the first page is the server’s', () => {
    remember({ ...emptyCart, phone: '1' });
    expect(createCartStore(40).getState()).toMatchObject({ restored: false, phone: '', products: [] });
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
    ['another version', JSON.stringify({ state: { ...emptyCart, phone: '1' }, version: 99 })],
    ['no state', JSON.stringify({ version: cartVersion })],
    ['a state of another kind', JSON.stringify({ state: 'x', version: cartVersion })],
  ])('that is %s is survived: the cart begins empty and works', (_, text) => {
    browser.kept.set(key, text);
    const cart = restored();
    expect(cart.getState()).toMatchObject({ ...emptyCart, restored: true });
    cart.getState().add(product(1), 101, 2);
    expect(linesOf(restored())).toEqual([[0, 101, 2]]);
  });

  test('with parts that make no sense keeps the others', () => {
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    cart.getState().add(product(2), 102, 3);
    const [one, two] = remembered().products;
    remember({
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
      phone: 12,
      message: 'Sonnez deux fois.',
      deliveryType: 'pigeon',
      carrier: { id: 1 },
      address: { shipping: null },
      discount: { code: 'X' },
      payment: 'SHELLS',
    });
    expect(restored().getState()).toMatchObject({
      ...emptyCart,
      products: [two],
      message: 'Sonnez deux fois.',
    });
  });

  test('that is refused or full leaves a cart that lives as long as the page', () => {
    const refuse = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const cart = restored();
    cart.getState().add(product(1), 101, 2);
    void cart.persist.rehydrate();
    expect(cart.getState().restored).toBe(true);
    expect(linesOf(cart)).toEqual([[0, 101, 2]]);
  });

  test('is followed by every tab', () => {
    const [here, there] = [createCartStore(40), createCartStore(40)];
    const stops = [keepCart(here), keepCart(there)];
    here.getState().add(product(1), 101, 2);
    browser.tell(key);
    expect(linesOf(there)).toEqual([[0, 101, 2]]);
    there.getState().setQuantity(0, 5);
    browser.tell(key);
    expect(linesOf(here)).toEqual([[0, 101, 5]]);
    browser.tell('somebody-else');
    there.getState().clear();
    browser.tell(key);
    expect(here.getState().products).toEqual([]);
    for (const stop of stops) stop();
    expect(browser.hearers.size).toBe(0);
  });

  test('that is emptied as a whole empties the cart', () => {
    const cart = createCartStore(40);
    keepCart(cart);
    cart.getState().add(product(1), 101, 2);
    browser.kept.clear();
    browser.tell(null);
    expect(cart.getState().products).toEqual([]);
  });
});
