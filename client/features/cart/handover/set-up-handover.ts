import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { hasSessionCookie } from '#client/core/session-cookie.ts';
import { sessionHandoverPath } from '#shared/accounts/handover/handover-path.ts';
import { isApiReadError } from '#shared/rendering.ts';
import type { CartStore } from '../cart-store.ts';
import {
  readHandedOverQuantities,
  saveHandedOverQuantities,
  toQuantitiesByVariantId,
} from './cart-quantities-of-last-handover.ts';
import { hasHandoverCookie, mergeCartFromHandoverCookie } from './merge-cart-from-handover-cookie.ts';

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
