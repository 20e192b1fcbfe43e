import { beforeEach, describe, expect, test } from 'vitest';
import { type CartStore, createCartStore } from '#client/features/cart/cart-store.ts';
import {
  computeCartFingerprint,
  readHandedOverFingerprint,
  saveHandedOverFingerprint,
} from '#client/features/cart/handover/handed-over-fingerprint.ts';
import { receiveCart } from '#client/features/cart/handover/receive-cart.ts';
import type { HandoverCart } from '#shared/accounts/handover/handover-contract.ts';
import { formatHandoverCookie, handoverCookieName } from '#shared/accounts/handover/handover-cookie.ts';
import { stubApi } from '#tests/components/stub-api.ts';
import { sampleEuroDiscount } from '#tests/unit/cart/sample-cart.ts';
import { createSampleVariant, createSampleWine } from '#tests/unit/catalogue/sample-products.ts';

const siteId = 41;
const redWine = createSampleWine({ id: 3, declination: [createSampleVariant({ id: 11, quantity: 60 })] });
const whiteWine = createSampleWine({ id: 4, declination: [createSampleVariant({ id: 12, quantity: 60 })] });
const boxedWine = createSampleWine({
  id: 5,
  isVintage: true,
  declination: [createSampleVariant({ id: 13, quantity: 60, sellByMultipleOf: 6 })],
});
const redLine = { idProduct: 3, id: 11, quantity: 2 };
const whiteLine = { idProduct: 4, id: 12, quantity: 3 };

const stubProducts = () =>
  stubApi({
    'GET /product?id=3&nbItem=100': { data: { products: [redWine], total: 1 } },
    'GET /product?id=4&nbItem=100': { data: { products: [whiteWine], total: 1 } },
    'GET /product?id=5&nbItem=100': { data: { products: [boxedWine], total: 1 } },
    'GET /product?id=3%2C4&nbItem=100': { data: { products: [redWine, whiteWine], total: 2 } },
    'POST /order/discount': { data: sampleEuroDiscount },
  });

/** Sets the cookie with which the storefront passes on the cart of another host. */
function setCookie(lines: HandoverCart['lines'], code = ''): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads document.cookie
  document.cookie = `${handoverCookieName}=${formatHandoverCookie({ lines, code })}; path=/`;
}

/** Creates the cart of this host, which holds two bottles of the red wine. */
function createCart(): CartStore {
  const cart = createCartStore(siteId);
  cart.getState().add(redWine, 11, 2);
  return cart;
}

/** Marks the present cart as handed over to the other host, as `handOverCart` does. */
const markHandedOver = (cart: CartStore): void =>
  saveHandedOverFingerprint(siteId, computeCartFingerprint(cart.getState().products));

const quantities = (cart: CartStore): number[][] =>
  cart.getState().products.map(({ declinationId, quantity }) => [declinationId, quantity]);

beforeEach(() => {
  localStorage.clear();
  stubProducts();
});

describe('a cart that was filled at each of two hosts', () => {
  test('has the lines of both, those of this host first', async () => {
    const cart = createCart();
    setCookie([whiteLine]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 2],
      [12, 3],
    ]);
    expect(document.cookie).not.toContain(handoverCookieName);
  });

  test('has the sum of both quantities for a variant that is in both', async () => {
    const cart = createCart();
    setCookie([{ ...redLine, quantity: 3 }, whiteLine]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 5],
      [12, 3],
    ]);
  });

  test('rounds the sum up to the step of the variant', async () => {
    const cart = createCartStore(siteId);
    cart.getState().add(boxedWine, 13, 6);
    setCookie([{ idProduct: 5, id: 13, quantity: 7 }]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([[13, 18]]);
  });

  test('keeps the discount code of this host', async () => {
    const cart = createCart();
    cart.getState().setDiscount({ ...sampleEuroDiscount, code: 'SPRING' });
    setCookie([whiteLine], 'WELCOME');
    await receiveCart(cart, siteId);
    expect(cart.getState().discount?.code).toBe('SPRING');
  });

  test('takes the discount code of the other host if this host has none', async () => {
    const cart = createCart();
    setCookie([whiteLine], 'WELCOME');
    await receiveCart(cart, siteId);
    expect(cart.getState().discount?.code).toBe('WELCOME');
  });
});

describe('a cart that returns to the host that handed it over', () => {
  test('replaces the earlier state, so that nothing is counted twice', async () => {
    const cart = createCart();
    markHandedOver(cart);
    setCookie([redLine, whiteLine]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 2],
      [12, 3],
    ]);
  });

  test('is empty and without a code if it was emptied at the other host', async () => {
    const cart = createCart();
    cart.getState().setDiscount(sampleEuroDiscount);
    markHandedOver(cart);
    setCookie([]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([]);
    expect(cart.getState().discount).toBeNull();
  });

  test('is added to the cart of this host if that has changed since', async () => {
    const cart = createCart();
    markHandedOver(cart);
    cart.getState().add(whiteWine, 12, 1);
    setCookie([redLine]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 4],
      [12, 1],
    ]);
  });

  test('replaces the earlier state only once', async () => {
    const cart = createCart();
    markHandedOver(cart);
    setCookie([redLine]);
    await receiveCart(cart, siteId);
    expect(readHandedOverFingerprint(siteId)).not.toBe(computeCartFingerprint(cart.getState().products));
    setCookie([redLine]);
    await receiveCart(cart, siteId);
    expect(quantities(cart)).toEqual([[11, 4]]);
  });
});
