import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import { cartStorageVersion, createCartStore, getCartStorageKey } from '#client/features/cart/cart-store.tsx';
import { describeLineVariant } from '#client/features/cart/describe-line-variant.ts';
import { emptyCart, type PersistedCart } from '#client/features/cart/persisted-cart.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { frenchDictionary } from '#tests/support/fixtures/dictionary.ts';
import {
  type FakeStorage,
  stubFailingStorage,
  stubLocalStorageAndWindow,
} from '#tests/support/fixtures/fake-storage.ts';
import { createSampleVoucher } from '#tests/support/fixtures/sample-products.ts';
import { createCartProduct, createCartStoreFromStorage, listCartLines, sampleDiscount } from './cart-store-fixtures.ts';

const texts = createTextsWithLazyDomains('fr_FR', frenchDictionary, 'Europe/Paris');
const key = getCartStorageKey(40);

let storage: FakeStorage;
const stored = (): PersistedCart => JSON.parse(storage.entries.get(key) ?? '{}').state;
const store = (state: unknown, version: unknown = cartStorageVersion) =>
  storage.entries.set(key, JSON.stringify({ state, version }));

beforeEach(() => {
  storage = stubLocalStorageAndWindow();
});
afterEach(() => vi.unstubAllGlobals());

describe('the stored cart', () => {
  test('contains every field of the cart and a version, and is restored', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    cart.getState().setDiscount(sampleDiscount);
    expect(JSON.parse(storage.entries.get(key) ?? '').version).toBe(cartStorageVersion);
    expect(Object.keys(stored()).sort()).toEqual(Object.keys(emptyCart).sort());
    const later = createCartStoreFromStorage();
    expect(later.getState()).toMatchObject(stored());
    expect(later.getState()).toMatchObject({ isRestored: true, discount: sampleDiscount });
    expect(listCartLines(later)).toEqual([[0, 101, 2]]);
  });

  test.each([
    ['without a volume', { type: 'VOUCHER' }, {}],
    ['of the earlier spelling, a wine of one litre', { type: 'WINE' }, { capacity: 1, capacityUnit: 'LITER' }],
  ] as const)('keeps a voucher %s', (_, type, volume) => {
    const voucher = createSampleVoucher();
    const declination = voucher.declination.map((variant) => ({ ...variant, ...volume }));
    const product = { ...voucher, type, declination };
    const line = { id: 0, product, variantId: 1, quantity: 1 };
    store({ ...emptyCart, products: [line], nextLineId: 1 });
    const cart = createCartStoreFromStorage();
    expect(listCartLines(cart)).toEqual([[0, 1, 1]]);
    expect(describeLineVariant(line, texts)).toBe('');
  });

  test('is not read before rehydration, so that the first render equals the server’s', () => {
    store({ ...emptyCart, discount: sampleDiscount });
    expect(createCartStore(40).getState()).toMatchObject({ isRestored: false, discount: null, products: [] });
  });

  test('belongs to one site', () => {
    createCartStoreFromStorage().getState().add(createCartProduct(1), 101, 2);
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
    ['another version', JSON.stringify({ state: { ...emptyCart, discount: sampleDiscount }, version: 99 })],
    ['the previous version', JSON.stringify({ state: { ...emptyCart, discount: sampleDiscount }, version: 1 })],
    ['no state', JSON.stringify({ version: cartStorageVersion })],
    ['a state of another type', JSON.stringify({ state: 'x', version: cartStorageVersion })],
  ])('is ignored if it is %s', (_, text) => {
    storage.entries.set(key, text);
    const cart = createCartStoreFromStorage();
    expect(cart.getState()).toMatchObject({ ...emptyCart, isRestored: true });
    cart.getState().add(createCartProduct(1), 101, 2);
    expect(listCartLines(createCartStoreFromStorage())).toEqual([[0, 101, 2]]);
  });

  test('loses its invalid fields and keeps all other fields', () => {
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    cart.getState().add(createCartProduct(2), 102, 3);
    const [one, two] = stored().products;
    store({
      ...emptyCart,
      products: [
        { ...one, quantity: -3 },
        two,
        { ...two, quantity: 1 },
        null,
        7,
        { id: 9, product: {}, variantId: 1, quantity: 1 },
        { ...two, id: 5, variantId: 4711 },
        { ...two, id: 6, quantity: 1.5 },
      ],
      nextLineId: 'many',
      discount: { code: 'X' },
    });
    expect(createCartStoreFromStorage().getState()).toMatchObject({ ...emptyCart, products: [two] });
    store({ ...emptyCart, products: 'none', nextLineId: 7, discount: sampleDiscount });
    expect(createCartStoreFromStorage().getState()).toMatchObject({
      products: [],
      nextLineId: 7,
      discount: sampleDiscount,
    });
  });

  test('is not needed: without storage the cart lives as long as the page', () => {
    stubFailingStorage();
    const cart = createCartStoreFromStorage();
    cart.getState().add(createCartProduct(1), 101, 2);
    void cart.persist.rehydrate();
    expect(cart.getState().isRestored).toBe(true);
    expect(listCartLines(cart)).toEqual([[0, 101, 2]]);
  });

  test('is synchronised between tabs', () => {
    const [here, there] = [createCartStore(40), createCartStore(40)];
    const stops = [here, there].map((cart) => syncWithStorage(cart, () => cart.setState(emptyCart)));
    here.getState().add(createCartProduct(1), 101, 2);
    storage.dispatch(key);
    expect(listCartLines(there)).toEqual([[0, 101, 2]]);
    there.getState().setQuantity(0, 5);
    storage.dispatch(key);
    expect(listCartLines(here)).toEqual([[0, 101, 5]]);
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
    cart.getState().add(createCartProduct(1), 101, 2);
    storage.entries.clear();
    storage.dispatch(null);
    expect(cart.getState().products).toEqual([]);
  });
});
