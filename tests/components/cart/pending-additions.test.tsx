import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { runPendingAddition } from '#client/features/cart/add-to-cart/pending-addition.ts';
import { pruneAbandonedAdditions } from '#client/features/cart/add-to-cart/prune-abandoned-additions.ts';
import { resumeAdditions } from '#client/features/cart/add-to-cart/resume-additions.ts';
import { type CartStore, createCartStore } from '#client/features/cart/cart-store.tsx';
import { englishTexts } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const product = createSampleWine({
  id: 3,
  isVintage: true,
  declination: [createSampleVariant({ id: 11, quantity: 60, sellByMultipleOf: 6 })],
});
const productCall = 'GET /product?id=3';
const neverEnds = () => new Promise<boolean>(() => {});
const pendingKeys = () => Object.keys(localStorage).filter((key) => key.includes('-adding-'));
const quantities = (cart: CartStore) => cart.getState().products.map(({ quantity }) => quantity);

let cart: CartStore;
beforeEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  cart = openDocument();
});

let documents = 0;
/** Creates the cart store of a later document in the same browser. */
function openDocument(): CartStore {
  documents += 1;
  vi.stubGlobal('performance', { timeOrigin: documents, now: () => 0 });
  const store = createCartStore(40);
  void store.persist.rehydrate();
  return store;
}

describe('an addition that is pending when the page is left', () => {
  test('is completed by the next page, with its variant and quantity', async () => {
    stubApi({ [productCall]: { data: { products: [product], total: 1 } } });
    void runPendingAddition(cart, { idProduct: 3, variantId: 11, quantity: 12 }, neverEnds);
    const next = openDocument();
    await resumeAdditions(next, englishTexts, pruneAbandonedAdditions(next));
    expect(quantities(next)).toEqual([12]);
    expect(pendingKeys()).toEqual([]);
  });

  test('is completed with one quantity step if it comes from a product card', async () => {
    stubApi({ [productCall]: { data: { products: [product], total: 1 } } });
    void runPendingAddition(cart, { idProduct: 3 }, neverEnds);
    const next = openDocument();
    await resumeAdditions(next, englishTexts, pruneAbandonedAdditions(next));
    expect(quantities(next)).toEqual([6]);
  });

  test('is left to a later page while the API cannot be reached', async () => {
    stubApi({ [productCall]: { status: 503, message: '' } });
    void runPendingAddition(cart, { idProduct: 3 }, neverEnds);
    const next = openDocument();
    await resumeAdditions(next, englishTexts, pruneAbandonedAdditions(next));
    expect(quantities(next)).toEqual([]);
    expect(pruneAbandonedAdditions(openDocument())).toHaveLength(1);
  });

  test('is added once if both documents go on', async () => {
    stubApi({ [productCall]: { data: { products: [product], total: 1 } } });
    const responded = Promise.withResolvers<void>();
    const first = runPendingAddition(cart, { idProduct: 3 }, async (claim) => {
      await responded.promise;
      if (claim()) throw new Error('added twice');
      return true;
    });
    const next = openDocument();
    await resumeAdditions(next, englishTexts, pruneAbandonedAdditions(next));
    responded.resolve();
    expect(await first).toBe(true);
    expect(quantities(next)).toEqual([6]);
  });

  test('is removed after ten minutes, and so are damaged entries', () => {
    void runPendingAddition(cart, { idProduct: 3 }, neverEnds);
    localStorage.setItem('cuvee-cart-40-adding-1', '{"idProduct":"x"}');
    localStorage.setItem('cuvee-cart-40-adding-2', '{');
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000 });
    expect(pruneAbandonedAdditions(openDocument())).toEqual([]);
    expect(pendingKeys()).toEqual([]);
  });
});

describe('an addition', () => {
  test('is not abandoned while its own page is open', () => {
    void runPendingAddition(cart, { idProduct: 3 }, neverEnds);
    expect(pruneAbandonedAdditions(cart)).toEqual([]);
    expect(pendingKeys()).toHaveLength(1);
  });

  test('is removed after a failure, but not at once, because leaving the page makes it fail as well', async () => {
    vi.useFakeTimers();
    const failure = new ApiCallError(503, '');
    await expect(runPendingAddition(cart, { idProduct: 3 }, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(pendingKeys()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pendingKeys()).toEqual([]);
  });

  test('needs no storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('quota exceeded', 'QuotaExceededError');
    });
    expect(await runPendingAddition(cart, { idProduct: 3 }, async (claim) => claim())).toBe(true);
    vi.restoreAllMocks();
  });
});
