import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { splitCombinedCartStorage } from '#client/app/split-combined-cart-storage.ts';
import { createCartStore, getCartStorageKey } from '#client/features/cart/cart-store.ts';
import { getCheckoutStorageKey } from '#client/features/checkout/checkout-storage-key.ts';
import { createCheckoutStore } from '#client/features/checkout/checkout-store.ts';
import { type FakeStorage, stubFailingStorage, stubStorage } from '#tests/support/fixtures/fake-storage.ts';
import { createSampleReadyOrder } from '#tests/support/fixtures/sample-cart.ts';

let storage: FakeStorage;
const { products, nextLineId, discount, ...draft } = createSampleReadyOrder();
const storeCombined = () =>
  storage.entries.set(
    getCartStorageKey(40),
    JSON.stringify({ state: { products, nextLineId, discount, ...draft }, version: 1 }),
  );

beforeEach(() => {
  storage = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

describe('splitCombinedCartStorage', () => {
  test('splits the combined entry of an earlier release into cart and draft', () => {
    storeCombined();
    splitCombinedCartStorage(40);
    const [cart, checkout] = [createCartStore(40), createCheckoutStore(40)];
    void cart.persist.rehydrate();
    cart.getState().setQuantity(0, 2);
    void checkout.persist.rehydrate();
    expect(cart.getState().products).toMatchObject([{ declinationId: 11, quantity: 2 }]);
    expect(checkout.getState()).toMatchObject(draft);
  });

  test('leaves no personal data in the entry of the cart', () => {
    storeCombined();
    splitCombinedCartStorage(40);
    const { state } = JSON.parse(storage.entries.get(getCartStorageKey(40)) ?? '{}');
    expect(Object.keys(state).sort()).toEqual(['discount', 'nextLineId', 'products']);
  });

  test('keeps a draft that has been stored since', () => {
    const entry = JSON.stringify({ state: { ...draft, phone: '1' }, version: 1 });
    storage.entries.set(getCheckoutStorageKey(40), entry);
    storeCombined();
    splitCombinedCartStorage(40);
    expect(storage.entries.get(getCheckoutStorageKey(40))).toBe(entry);
  });

  test.each([
    ['no entry', undefined],
    ['an entry of the cart alone', JSON.stringify({ state: { products, nextLineId, discount }, version: 1 })],
    ['damaged JSON', '{"state":{"billingIsShipping"'],
    ['an entry without state', '{"billingIsShipping":true}'],
  ])('changes nothing for %s', (_, entry) => {
    if (entry !== undefined) storage.entries.set(getCartStorageKey(40), entry);
    const before = new Map(storage.entries);
    splitCombinedCartStorage(40);
    expect(storage.entries).toEqual(before);
  });

  test('does nothing if storage is unavailable', () => {
    stubFailingStorage();
    expect(() => splitCombinedCartStorage(40)).not.toThrow();
  });
});
