import { beforeEach, describe, expect, test } from 'vitest';
import { type CartStore, createCartStore } from '#client/features/cart/cart-store.tsx';
import {
  mergeCartFromHandoverCookie,
  saveHandedOverQuantities,
  toQuantitiesByVariantId,
} from '#client/features/cart/handover/set-up-handover.ts';
import type { HandoverCart } from '#shared/accounts/handover/handover-contract.ts';
import { formatHandoverCookieValue, handoverCookieName } from '#shared/accounts/handover/handover-cookie.ts';
import { stubApi } from '#tests/components/stub-api.ts';
import { sampleEuroDiscount } from '#tests/support/fixtures/sample-checkout.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

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
  document.cookie = `${handoverCookieName}=${formatHandoverCookieValue({ lines, code })}; path=/`;
}

/** Creates the cart of this host with two bottles of the red wine. */
function createCart(): CartStore {
  const cart = createCartStore(siteId);
  cart.getState().add(redWine, 11, 2);
  return cart;
}

/** Marks the present cart as handed over to the other host, as `openOtherHostWithCart` does. */
const markHandedOver = (cart: CartStore): void =>
  saveHandedOverQuantities(siteId, toQuantitiesByVariantId(cart.getState().products));

const quantities = (cart: CartStore): number[][] =>
  cart.getState().products.map(({ variantId, quantity }) => [variantId, quantity]);

beforeEach(() => {
  localStorage.clear();
  stubProducts();
});

describe('a cart that was filled at each of two hosts', () => {
  test('has the lines of both, those of this host first', async () => {
    const cart = createCart();
    setCookie([whiteLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 2],
      [12, 3],
    ]);
    expect(document.cookie).not.toContain(handoverCookieName);
  });

  test('has the sum of both quantities for a variant that is in both', async () => {
    const cart = createCart();
    setCookie([{ ...redLine, quantity: 3 }, whiteLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 5],
      [12, 3],
    ]);
  });

  test('rounds the sum up to the step of the variant', async () => {
    const cart = createCartStore(siteId);
    cart.getState().add(boxedWine, 13, 6);
    setCookie([{ idProduct: 5, id: 13, quantity: 7 }]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([[13, 18]]);
  });

  test('keeps the discount code of this host', async () => {
    const cart = createCart();
    cart.getState().setDiscount({ ...sampleEuroDiscount, code: 'SPRING' });
    setCookie([whiteLine], 'WELCOME');
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(cart.getState().discount?.code).toBe('SPRING');
  });

  test('takes the discount code of the other host if this host has none', async () => {
    const cart = createCart();
    setCookie([whiteLine], 'WELCOME');
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(cart.getState().discount?.code).toBe('WELCOME');
  });
});

describe('a discount code that is handed over', () => {
  const discountCall = 'POST /order/discount';
  const wines = { 'GET /product?id=4&nbItem=100': { data: { products: [whiteWine], total: 1 } } };

  test.each([503, 429])('is applied by the next page if the API responds with %i', async (status) => {
    const cart = createCart();
    setCookie([whiteLine], 'WELCOME');
    stubApi({ ...wines, [discountCall]: { status, message: '' } });
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(cart.getState().discount).toBeNull();
    stubProducts();
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(cart.getState().discount?.code).toBe('WELCOME');
    expect(quantities(cart)).toEqual([
      [11, 2],
      [12, 3],
    ]);
    expect(document.cookie).not.toContain(handoverCookieName);
  });

  test('is dropped with the message of the API if it is refused', async () => {
    const cart = createCart();
    setCookie([whiteLine], 'WELCOME');
    stubApi({ ...wines, [discountCall]: { status: 409, message: 'This code has ended.' } });
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(cart.getState()).toMatchObject({ discount: null, discountRefusal: 'This code has ended.' });
    expect(document.cookie).not.toContain(handoverCookieName);
  });
});

describe('a cart that returns to the host that handed it over', () => {
  test('replaces the earlier state, so that nothing is counted twice', async () => {
    const cart = createCart();
    markHandedOver(cart);
    setCookie([redLine, whiteLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
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
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([]);
    expect(cart.getState().discount).toBeNull();
  });

  test('keeps what was added at this host since, and counts nothing twice', async () => {
    const cart = createCart();
    markHandedOver(cart);
    cart.getState().add(whiteWine, 12, 1);
    setCookie([redLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([
      [11, 2],
      [12, 1],
    ]);
  });

  test.each([
    ['added to', 3, 5, 6],
    ['taken from', 3, 1, 2],
    ['left as it was', 3, 2, 3],
    ['removed', 2, 0, 0],
    ['removed', 5, 0, 3],
  ])('has the changes of both hosts if its line was %s there', async (_, own, received, expected) => {
    const cart = createCart();
    markHandedOver(cart);
    cart.getState().add(whiteWine, 12, 1);
    cart.getState().setQuantity(cart.getState().products[0]?.id ?? 0, own);
    setCookie(received > 0 ? [{ ...redLine, quantity: received }] : []);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([...(expected > 0 ? [[11, expected]] : []), [12, 1]]);
  });

  test('does not bring back what was ordered at this host', async () => {
    const cart = createCart();
    markHandedOver(cart);
    cart.getState().clear();
    setCookie([redLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([]);
  });

  test('does not bring back a line that was removed at this host', async () => {
    const cart = createCart();
    cart.getState().add(whiteWine, 12, 3);
    markHandedOver(cart);
    cart.getState().remove(cart.getState().products[0]?.id ?? 0);
    setCookie([redLine, whiteLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([[12, 3]]);
  });
});

describe('a cart that is handed over several times', () => {
  test('is counted once, although the other host is opened without the language menu in between', async () => {
    const cart = createCartStore(siteId);
    for (let visit = 0; visit < 3; visit++) {
      setCookie([redLine]);
      await mergeCartFromHandoverCookie(cart, siteId);
    }
    expect(quantities(cart)).toEqual([[11, 2]]);
  });

  test('is counted once beside the lines of this host', async () => {
    const cart = createCartStore(siteId);
    cart.getState().add(whiteWine, 12, 1);
    for (let visit = 0; visit < 3; visit++) {
      setCookie([redLine]);
      await mergeCartFromHandoverCookie(cart, siteId);
    }
    expect(quantities(cart)).toEqual([
      [12, 1],
      [11, 2],
    ]);
  });

  test('is handed over to a browser with an entry of an older version', async () => {
    localStorage.setItem(`cuvee-handover-${siteId}`, JSON.stringify('11×2'));
    const cart = createCartStore(siteId);
    setCookie([redLine]);
    await mergeCartFromHandoverCookie(cart, siteId);
    expect(quantities(cart)).toEqual([[11, 2]]);
  });
});
