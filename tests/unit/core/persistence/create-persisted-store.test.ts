import { afterEach, expect, test, vi } from 'vitest';
import { createCartStore } from '#client/features/cart/cart-store.tsx';
import { createCheckoutStore } from '#client/features/checkout/checkout-store.tsx';
import { reorder } from '#client/features/orders/OrderWithActions.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { stubFailingStorage, stubLocalStorageAndWindow } from '#tests/support/fixtures/fake-storage.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const product = (id: number) =>
  createSampleWine({ id, idProduct: id, declination: [createSampleVariant({ id: 100 + id, quantity: 24 })] });

async function restoredCart() {
  const cart = createCartStore(40);
  await cart.persist.rehydrate();
  return cart;
}
const variantIds = ({ getState }: Awaited<ReturnType<typeof restoredCart>>) =>
  getState().products.map(({ variantId }) => variantId);

afterEach(() => vi.unstubAllGlobals());

test('a tab that has not received the changes of another tab does not undo them', async () => {
  stubLocalStorageAndWindow();
  const [first, second] = [await restoredCart(), await restoredCart()];
  second.getState().add(product(1), 101, 6);
  first.getState().setError('Too few bottles.');
  second.getState().add(product(2), 102, 6);
  first.getState().refreshQuantities(new Map());
  expect(variantIds(second)).toEqual([101, 102]);
  expect(variantIds(first)).toEqual([101, 102]);
  expect(variantIds(await restoredCart())).toEqual([101, 102]);
});

test('a re-order keeps all lines while another tab changes the same cart', async () => {
  stubLocalStorageAndWindow();
  const [tab, checkout] = [await restoredCart(), await restoredCart()];
  const data = { products: [product(1), product(2)], total: 2 };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data, message: '' }));
  tab.subscribe(() => checkout.getState().setDiscount(null));
  const lines = [1, 2].map((id) => ({ id: 100 + id, idProduct: id, quantity: 6 }));
  await reorder(tab, { products: lines } as unknown as OrderDetail);
  expect(variantIds(await restoredCart())).toEqual([101, 102]);
});

test('the checkout draft starts each change from what other tabs have stored', async () => {
  stubLocalStorageAndWindow();
  const tabs = [createCheckoutStore(40), createCheckoutStore(40)] as const;
  for (const { persist } of tabs) await persist.rehydrate();
  tabs[0].getState().setPhone('05 45 00 00 00');
  tabs[1].getState().setMessage('Ring twice.');
  expect(tabs[1].getState()).toMatchObject({ phone: '05 45 00 00 00', message: 'Ring twice.' });
});

test('a persisted store keeps its state in memory while storage is blocked', async () => {
  stubFailingStorage();
  const cart = await restoredCart();
  cart.getState().add(product(1), 101, 6);
  cart.getState().setError('');
  expect(variantIds(cart)).toEqual([101]);
});
