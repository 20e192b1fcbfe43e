import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import { type CheckoutDraft, emptyCheckoutDraft } from '#client/features/checkout/checkout-draft.ts';
import {
  type CheckoutStore,
  checkoutStorageVersion,
  createCheckoutStore,
  getCheckoutStorageKey,
} from '#client/features/checkout/checkout-store.tsx';
import {
  type FakeStorage,
  stubFailingStorage,
  stubLocalStorageAndWindow,
} from '#tests/support/fixtures/fake-storage.ts';
import {
  createSampleCarrier,
  sampleHomeAddress,
  samplePickupPointAddress,
} from '#tests/support/fixtures/sample-checkout.ts';

const key = getCheckoutStorageKey(40);
let storage: FakeStorage;

const restored = (): CheckoutStore => {
  const checkout = createCheckoutStore(40);
  void checkout.persist.rehydrate();
  return checkout;
};
const stored = (): CheckoutDraft => JSON.parse(storage.entries.get(key) ?? '{}').state;
const store = (state: unknown, version: unknown = checkoutStorageVersion) =>
  storage.entries.set(key, JSON.stringify({ state, version }));

const city = { id: '17', name: 'Archiac', postalCode: '17520', department: '17' };

/** Fills the draft with a carrier, a town, a pickup point and a telephone number. */
function filled(): CheckoutStore {
  const checkout = restored();
  const { setShippingPrices, setCity, setPickupPoint, setPhone } = checkout.getState();
  setShippingPrices([createSampleCarrier()], createSampleCarrier());
  setCity(city);
  setPickupPoint(samplePickupPointAddress);
  setPhone('0546000000');
  return checkout;
}

beforeEach(() => {
  storage = stubLocalStorageAndWindow();
});
afterEach(() => vi.unstubAllGlobals());

describe('createCheckoutStore', () => {
  test('click-and-collect discards carrier, town, shipping prices and pickup point, and nothing else', () => {
    const checkout = filled();
    checkout.getState().setDeliveryType('clickAndCollect');
    expect(checkout.getState()).toMatchObject({
      deliveryType: 'clickAndCollect',
      carrier: null,
      city: null,
      shippingPrices: [],
      pickupPoint: null,
      phone: '0546000000',
    });
  });

  test('every other delivery type keeps them', () => {
    const checkout = filled();
    checkout.getState().setDeliveryType('no_delivery');
    checkout.getState().setDeliveryType('delivery');
    expect(checkout.getState()).toMatchObject({
      carrier: createSampleCarrier(),
      city,
      pickupPoint: samplePickupPointAddress,
    });
  });

  test('a carrier that delivers to the door discards the pickup point, a carrier that does not keeps it', () => {
    const checkout = filled();
    checkout.getState().chooseCarrier(createSampleCarrier({ id: 3, deliveryType: 'PICKUP' }));
    expect(checkout.getState().pickupPoint).toEqual(samplePickupPointAddress);
    checkout.getState().chooseCarrier(createSampleCarrier());
    expect(checkout.getState()).toMatchObject({ carrier: createSampleCarrier(), pickupPoint: null });
  });

  test('changing one address keeps its other fields and the other address', () => {
    const checkout = restored();
    const { updateShippingAddress, updateBillingAddress, setBillingIsShipping } = checkout.getState();
    updateShippingAddress(sampleHomeAddress);
    updateBillingAddress({ city: 'Saintes' });
    updateShippingAddress({ city: 'Jarnac' });
    setBillingIsShipping(false);
    expect(checkout.getState().address).toEqual({
      shipping: { ...sampleHomeAddress, city: 'Jarnac' },
      billing: { ...emptyCheckoutDraft.address.billing, city: 'Saintes' },
      billingIsShipping: false,
    });
  });

  test('a log-out removes personal data from the state and from storage', () => {
    const checkout = filled();
    checkout.getState().updateShippingAddress(sampleHomeAddress);
    checkout.getState().setMessage('Sonnez deux fois.');
    checkout.getState().setEmail('camille@mail.example');
    checkout.getState().setBirthdate('1984-05-17');
    checkout.getState().forgetCustomer();
    const { email, birthdate, address, phone, message, city: noCity, pickupPoint } = emptyCheckoutDraft;
    const expected = { email, birthdate, address, phone, message, city: noCity, pickupPoint };
    expect(checkout.getState()).toMatchObject(expected);
    expect(stored()).toMatchObject(expected);
  });

  test('nothing remains after an order', () => {
    const checkout = filled();
    checkout.getState().clear();
    expect(checkout.getState()).toMatchObject({ ...emptyCheckoutDraft, isRestored: true });
    expect(stored()).toEqual(emptyCheckoutDraft);
  });
});

describe('the stored draft', () => {
  test('contains every field of the draft and a version, and is restored', () => {
    filled();
    expect(JSON.parse(storage.entries.get(key) ?? '').version).toBe(checkoutStorageVersion);
    expect(Object.keys(stored()).sort()).toEqual(Object.keys(emptyCheckoutDraft).sort());
    expect(restored().getState()).toMatchObject({ ...stored(), isRestored: true });
  });

  test('is not read before rehydration, so that the first render equals the server’s', () => {
    store({ ...emptyCheckoutDraft, phone: '1' });
    expect(createCheckoutStore(40).getState()).toMatchObject({ isRestored: false, phone: '' });
  });

  test.each([
    ['invalid JSON', '{"state":'],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['another version', JSON.stringify({ state: { ...emptyCheckoutDraft, phone: '1' }, version: 99 })],
    ['the previous version', JSON.stringify({ state: { ...emptyCheckoutDraft, phone: '1' }, version: 1 })],
    ['no state', JSON.stringify({ version: checkoutStorageVersion })],
    ['a state of another type', JSON.stringify({ state: 'x', version: checkoutStorageVersion })],
  ])('is ignored if it is %s', (_, text) => {
    storage.entries.set(key, text);
    expect(restored().getState()).toMatchObject({ ...emptyCheckoutDraft, isRestored: true });
  });

  test('loses its invalid fields and keeps all other fields', () => {
    store({
      ...emptyCheckoutDraft,
      phone: 12,
      message: 'Sonnez deux fois.',
      deliveryType: 'pigeon',
      carrier: { id: 1 },
      address: { shipping: null },
      payment: 'SHELLS',
    });
    expect(restored().getState()).toMatchObject({ ...emptyCheckoutDraft, message: 'Sonnez deux fois.' });
  });

  test('is not needed: without storage the draft lives as long as the page', () => {
    stubFailingStorage();
    const checkout = filled();
    void checkout.persist.rehydrate();
    expect(checkout.getState()).toMatchObject({ isRestored: true, phone: '0546000000' });
  });

  test('is synchronised between tabs', () => {
    const [here, there] = [createCheckoutStore(40), createCheckoutStore(40)];
    const stops = [here, there].map((checkout) => syncWithStorage(checkout, () => checkout.getState().clear()));
    here.getState().setPhone('0546000000');
    storage.dispatch(key);
    expect(there.getState().phone).toBe('0546000000');
    storage.entries.clear();
    storage.dispatch(null);
    expect(there.getState().phone).toBe('');
    for (const stop of stops) stop();
    expect(storage.listeners.size).toBe(0);
  });
});
