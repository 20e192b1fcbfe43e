import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCartStore } from '#client/features/cart/cart-store.ts';
import { reorder } from '#client/features/orders/reorder.ts';
import type { Declination, Product } from '#shared/catalogue/catalogue-contract.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { bottle, wine } from '#tests/unit/catalogue/sample-products.ts';

const sold = (id: number, declination: Partial<Declination> = {}): Product =>
  wine({ id, idProduct: id, declination: [bottle({ id: 100 + id, setQuantity: true, quantity: 24, ...declination })] });

/** An order of so many of each wine, as the shop keeps it. */
const orderOf = (...lines: [product: number, quantity: number][]): OrderDetail =>
  ({
    products: lines.map(([product, quantity]) => ({ id: 100 + product, idProduct: product, quantity })),
  }) as OrderDetail;

let asked: string[];
/** What the shop sells today. */
let shelf: Product[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ success: true, data: { products: shelf, total: shelf.length }, message: '' });
  });
});
afterEach(() => vi.unstubAllGlobals());

const again = async (order: OrderDetail) => {
  const cart = createCartStore(40);
  const result = await reorder(cart, order);
  return { ...result, cart: cart.getState().products.map(({ declinationId, quantity }) => [declinationId, quantity]) };
};

describe('ordering the same again', () => {
  test('everything is there', async () => {
    shelf = [sold(1), sold(2)];
    expect(await again(orderOf([1, 6], [2, 3]))).toEqual({
      ...{ whole: 2, part: 0, missing: 0 },
      cart: [
        [101, 6],
        [102, 3],
      ],
    });
    expect(asked).toHaveLength(1);
  });

  test('what is sold no longer, or no longer in that format, is missing', async () => {
    shelf = [sold(1), sold(2, { id: 999 })];
    expect(await again(orderOf([1, 6], [2, 3], [3, 1]))).toEqual({ whole: 1, part: 0, missing: 2, cart: [[101, 6]] });
  });

  test('of what is scarce there is a part, in whole steps; of what is sold out nothing', async () => {
    shelf = [sold(1, { quantity: 10, sellByMultipleOf: 6 }), sold(2, { quantity: 0 })];
    expect(await again(orderOf([1, 12], [2, 3]))).toEqual({ whole: 0, part: 1, missing: 1, cart: [[101, 6]] });
  });

  test('what the cart holds already counts', async () => {
    shelf = [sold(1, { quantity: 10 })];
    const cart = createCartStore(40);
    cart.getState().add(sold(1), 101, 6);
    expect(await reorder(cart, orderOf([1, 6]))).toEqual({ whole: 0, part: 1, missing: 0 });
    expect(cart.getState().products.map(({ quantity }) => quantity)).toEqual([10]);
  });

  test('prices are those of today', async () => {
    shelf = [sold(1, { price: 12 })];
    const cart = createCartStore(40);
    await reorder(cart, orderOf([1, 1]));
    expect(cart.getState().products[0]?.product.declination[0]?.price).toBe(12);
  });

  test('a shop that does not answer leaves the cart as it was', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    const cart = createCartStore(40);
    await expect(reorder(cart, orderOf([1, 1]))).rejects.toMatchObject({ status: 503 });
    expect(cart.getState().products).toEqual([]);
  });
});
