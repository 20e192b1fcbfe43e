import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { isTemporaryCallError } from '#client/core/describe-call-error.ts';
import { fetchProductsById } from '#client/core/fetch-products-by-id.ts';
import { safeJsonTextStorage } from '#client/core/persistence/safe-json-text-storage.ts';
import { hasSessionCookie } from '#client/core/session-cookie.ts';
import { handoverCookieName, parseHandoverCookieValue } from '#shared/accounts/handover/handover-cookie.ts';
import { sessionHandoverPath } from '#shared/accounts/handover/handover-path.ts';
import { isApiReadError } from '#shared/rendering.ts';
import type { CartStore } from '../cart-store.tsx';
import type { CartLine, CartProduct } from '../persisted-cart.ts';

/**
 * Opens `href` at another host of the site, together with cart and session. If cart and session cannot be handed over,
 * the page opens without both.
 */
export async function openOtherHostWithCart(cart: CartStore, siteId: number, href: string): Promise<void> {
  try {
    // Completes a handover from another host first, because the received cart would otherwise not be handed over.
    await mergeCartFromHandoverCookie(cart, siteId);
    const { products, discount } = cart.getState();
    const lines = products.map(({ product, variantId, quantity }) => ({
      idProduct: product.id,
      id: variantId,
      quantity,
    }));
    const { token } = await callApi('POST /session/handover', { body: { lines, code: discount?.code ?? '' } });
    saveHandedOverQuantities(siteId, toQuantitiesByVariantId(products));
    submitToken(new URL(href), token);
  } catch (error) {
    if (!isApiReadError(error)) throw error;
    window.location.assign(href);
  }
}

/** Posts the token with a form, because it must not be part of a URL. */
function submitToken({ origin, pathname, search }: URL, token: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = origin + sessionHandoverPath;
  for (const [name, value] of Object.entries({ token, path: pathname + search })) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/**
 * Receives the cart that another host of the site has handed over, and hands cart and session over to another host when
 * the visitor follows a link of the language menu.
 * @returns a function that stops handing over
 */
export function setUpHandover(cart: CartStore, siteId: number): () => void {
  mergeCartFromHandoverCookie(cart, siteId).catch((error: unknown) => {
    // The cookie with the cart stays, so the next page tries to receive the cart again.
    if (!(error instanceof ApiCallError)) throw error;
  });
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (!link || link.origin === window.location.origin || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const hasCart = cart.getState().products.length > 0 || hasHandoverCookie();
    if (!hasCart && !hasSessionCookie() && readHandedOverQuantities(siteId) === null) return;
    event.preventDefault();
    void openOtherHostWithCart(cart, siteId, link.href);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

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
const hasHandoverCookie = (): boolean => readCookie() !== '';

function removeCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
  document.cookie = `${handoverCookieName}=; max-age=-1; path=/`;
}

type QuantitiesByVariantId = ReadonlyMap<number, number>;

const storageKey = (siteId: number): string => `cuvee-handover-${siteId}`;

export const toQuantitiesByVariantId = (
  lines: readonly Pick<CartLine, 'variantId' | 'quantity'>[],
): QuantitiesByVariantId => new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));

/**
 * Saves the quantities of the cart that this host has handed over or received. At the next handover, only the changes
 * since then are applied.
 */
export const saveHandedOverQuantities = (siteId: number, quantities: QuantitiesByVariantId): void =>
  safeJsonTextStorage.setItem(storageKey(siteId), JSON.stringify([...quantities]));

/**
 * Reads the quantities of the cart that this host has handed over or received last.
 * @returns `null` if no cart has been handed over or received at this host
 */
function readHandedOverQuantities(siteId: number): QuantitiesByVariantId | null {
  const stored: unknown = JSON.parse(safeJsonTextStorage.getItem(storageKey(siteId)) ?? 'null');
  return Array.isArray(stored) ? new Map(stored as [number, number][]) : null;
}
