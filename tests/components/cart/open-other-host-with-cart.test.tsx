import { beforeEach, expect, test, vi } from 'vitest';
import { createCartStore } from '#client/features/cart/cart-store.tsx';
import { mergeCartFromHandoverCookie, openOtherHostWithCart } from '#client/features/cart/handover/set-up-handover.ts';
import { formatHandoverCookieValue, handoverCookieName } from '#shared/accounts/handover/handover-cookie.ts';
import { stubApi } from '#tests/components/stub-api.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const product = createSampleWine({
  id: 3,
  isVintage: true,
  declination: [createSampleVariant({ id: 11, quantity: 60, sellByMultipleOf: 6 })],
});
const handOver = 'POST /session/handover';

beforeEach(() => {
  localStorage.clear();
  HTMLFormElement.prototype.submit = vi.fn();
});

test('a cart that is still being received is handed on to the next host', async () => {
  const lines = [{ idProduct: 3, id: 11, quantity: 12 }];
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads document.cookie
  document.cookie = `${handoverCookieName}=${formatHandoverCookieValue({ lines, code: '' })}; path=/`;
  const calls = stubApi({
    'GET /product?id=3&nbItem=100': { data: { products: [product], total: 1 } },
    [handOver]: { data: { token: 'token' } },
  });
  const cart = createCartStore(41);
  const receiving = mergeCartFromHandoverCookie(cart, 41);
  await openOtherHostWithCart(cart, 41, 'https://fr.willow-hill.example/nos-vins');
  await receiving;
  expect(calls.filter(({ name }) => name === handOver).map(({ body }) => body)).toEqual([{ lines, code: '' }]);
});
