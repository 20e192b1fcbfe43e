import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCartStore } from '#client/features/cart/cart-store.tsx';
import { reorder } from '#client/features/orders/OrderWithActions.tsx';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { maxCartLines } from '#shared/limits.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { stubLocalStorageAndWindow } from '#tests/support/fixtures/fake-storage.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const soldProduct = (id: number, variant: Partial<Variant> = {}): Product =>
  createSampleWine({
    id,
    idProduct: id,
    declination: [createSampleVariant({ id: 100 + id, setQuantity: true, quantity: 24, ...variant })],
  });

/** Creates an earlier order with the given quantities of products. */
const orderOf = (...lines: [product: number, quantity: number][]): OrderDetail =>
  ({
    products: lines.map(([product, quantity]) => ({ id: 100 + product, idProduct: product, quantity })),
  }) as OrderDetail;

let requestedUrls: string[];
let catalogue: Product[];

beforeEach(() => {
  stubLocalStorageAndWindow();
  requestedUrls = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requestedUrls.push(address);
    return Response.json({ success: true, data: { products: catalogue, total: catalogue.length }, message: '' });
  });
});
afterEach(() => vi.unstubAllGlobals());

const reorderInEmptyCart = async (order: OrderDetail) => {
  const cart = createCartStore(40);
  const result = await reorder(cart, order);
  return { ...result, cart: cart.getState().products.map(({ variantId, quantity }) => [variantId, quantity]) };
};

describe('reorder', () => {
  test('adds all lines with one request', async () => {
    catalogue = [soldProduct(1), soldProduct(2)];
    expect(await reorderInEmptyCart(orderOf([1, 6], [2, 3]))).toEqual({
      completeLines: 2,
      partialLines: 0,
      missingLines: 0,
      cart: [
        [101, 6],
        [102, 3],
      ],
    });
    expect(requestedUrls).toHaveLength(1);
  });

  test('counts a line for which a full cart has no room as missing', async () => {
    catalogue = Array.from({ length: maxCartLines + 1 }, (_, index) => soldProduct(index + 1));
    const order = orderOf(...catalogue.map(({ id }) => [id, 1] as [number, number]));
    const { cart, ...counts } = await reorderInEmptyCart(order);
    expect(cart).toHaveLength(maxCartLines);
    expect(counts).toEqual({ completeLines: maxCartLines, partialLines: 0, missingLines: 1 });
  });

  test('loads an order of more than 100 products in parts', async () => {
    catalogue = [];
    await reorderInEmptyCart(orderOf(...Array.from({ length: 150 }, (_, index) => [index, 1] as [number, number])));
    expect(requestedUrls).toHaveLength(2);
  });

  test('counts products and variants that are no longer sold as missing', async () => {
    catalogue = [soldProduct(1), soldProduct(2, { id: 999 })];
    expect(await reorderInEmptyCart(orderOf([1, 6], [2, 3], [3, 1]))).toEqual({
      completeLines: 1,
      partialLines: 0,
      missingLines: 2,
      cart: [[101, 6]],
    });
  });

  test('adds scarce products in part, in whole steps, and counts sold-out products as missing', async () => {
    catalogue = [soldProduct(1, { quantity: 10, sellByMultipleOf: 6 }), soldProduct(2, { quantity: 0 })];
    expect(await reorderInEmptyCart(orderOf([1, 12], [2, 3]))).toEqual({
      completeLines: 0,
      partialLines: 1,
      missingLines: 1,
      cart: [[101, 6]],
    });
  });

  test('deducts the quantities that are already in the cart', async () => {
    catalogue = [soldProduct(1, { quantity: 10 })];
    const cart = createCartStore(40);
    cart.getState().add(soldProduct(1), 101, 6);
    expect(await reorder(cart, orderOf([1, 6]))).toEqual({ completeLines: 0, partialLines: 1, missingLines: 0 });
    expect(cart.getState().products.map(({ quantity }) => quantity)).toEqual([10]);
  });

  test('adds lines at current prices', async () => {
    catalogue = [soldProduct(1, { price: 12 })];
    const cart = createCartStore(40);
    await reorder(cart, orderOf([1, 1]));
    expect(cart.getState().products[0]?.product.declination[0]?.price).toBe(12);
  });

  test('rejects with 503 and leaves the cart unchanged while the API is unreachable', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('network unreachable')));
    const cart = createCartStore(40);
    await expect(reorder(cart, orderOf([1, 1]))).rejects.toMatchObject({ status: 503 });
    expect(cart.getState().products).toEqual([]);
  });
});
