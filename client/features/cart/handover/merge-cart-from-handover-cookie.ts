import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { isTemporaryCallError } from '#client/core/describe-call-error.ts';
import { fetchProductsById } from '#client/core/fetch-products-by-id.ts';
import { handoverCookieName, parseHandoverCookieValue } from '#shared/accounts/handover/handover-cookie.ts';
import type { CartStore } from '../cart-store.ts';
import type { CartProduct } from '../persisted-cart.ts';
import {
  type QuantitiesByVariantId,
  readHandedOverQuantities,
  saveHandedOverQuantities,
  toQuantitiesByVariantId,
} from './cart-quantities-of-last-handover.ts';

/**
 * Merges the cart that another host of the site has handed over into the cart of this host. Only the changes that the
 * other host has made since the last handover are applied, so that nothing is counted twice. If the cart of this host
 * has not changed since then, the other cart replaces it. The received discount code is applied unless this cart has
 * one of its own. If the API cannot validate it, the cookie stays, so that the next page tries again.
 * @throws ApiCallError if the products cannot be loaded; the cookie with the cart then stays for the next page
 */
export async function mergeCartFromHandoverCookie(cart: CartStore, siteId: number): Promise<void> {
  const cookie = readCookie();
  if (cookie === '') return;
  const received = parseHandoverCookieValue(cookie);
  if (!received) return removeCookie();
  const products = await fetchProductsById(received.lines.map(({ idProduct }) => idProduct));
  // Another tab may have received the cart while this tab loaded the products.
  if (readCookie() === '') return;
  void cart.persist.rehydrate();
  const shared = readHandedOverQuantities(siteId) ?? new Map();
  const isUnchanged = isEqual(shared, toQuantitiesByVariantId(cart.getState().products));
  if (isUnchanged) cart.getState().clear();
  const known = isUnchanged ? new Map() : shared;
  const quantities: QuantitiesByVariantId = new Map(received.lines.map(({ id, quantity }) => [id, quantity]));
  for (const { idProduct, id, quantity } of received.lines) {
    const product = products.get(idProduct);
    if (product) changeQuantity(cart, product, id, quantity - (known.get(id) ?? 0));
  }
  for (const [id, quantity] of known) {
    if (!quantities.has(id)) changeQuantity(cart, null, id, -quantity);
  }
  saveHandedOverQuantities(siteId, quantities);
  const hasCode = received.code !== '' && !cart.getState().discount;
  const isComplete = !hasCode || (await applyCode(cart, received.code));
  if (isComplete && readCookie() === cookie) removeCookie();
}

const isEqual = (a: QuantitiesByVariantId, b: QuantitiesByVariantId): boolean =>
  a.size === b.size && [...a].every(([id, quantity]) => b.get(id) === quantity);

/** Adds `change` to the quantity of a variant in the cart. A line is removed if its quantity falls to 0. */
function changeQuantity(cart: CartStore, product: CartProduct | null, id: number, change: number): void {
  const { products, add, setQuantity } = cart.getState();
  const line = products.find(({ variantId }) => variantId === id);
  if (change > 0 && product) add(product, id, change);
  else if (change < 0 && line) setQuantity(line.id, Math.max(0, line.quantity + change));
}

/**
 * Applies a discount code to the cart unless the API refuses it.
 * @returns `false` if the API could not validate the code
 */
async function applyCode(cart: CartStore, code: string): Promise<boolean> {
  const products = cart.getState().products.map(({ variantId, quantity }) => ({ id: variantId, quantity }));
  try {
    const discount = await callApi('POST /order/discount', { body: { code, cart: { products } } });
    cart.getState().setDiscount({ ...discount, code: discount.code ?? code });
  } catch (error) {
    if (!(error instanceof ApiCallError)) throw error;
    if (isTemporaryCallError(error)) return false;
    cart.getState().setDiscount(null, error.message);
  }
  return true;
}

const readCookie = (): string =>
  new RegExp(`(?:^|;\\s*)${handoverCookieName}=([^;]*)`).exec(document.cookie)?.[1] ?? '';

/** Checks whether another host has handed over a cart that this host has not received yet. */
export const hasHandoverCookie = (): boolean => readCookie() !== '';

function removeCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
  document.cookie = `${handoverCookieName}=; max-age=-1; path=/`;
}
