import { ApiCallError } from '#client/core/call-api.ts';
import { hasSessionCookie } from '#client/core/session-cookie.ts';
import type { CartStore } from '../cart-store.ts';
import { readCartQuantitiesOfLastHandover } from './cart-quantities-of-last-handover.ts';
import { hasHandoverCookie, mergeCartFromHandoverCookie } from './merge-cart-from-handover-cookie.ts';
import { openOtherHostWithCart } from './open-other-host-with-cart.ts';

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
    if (!hasCart && !hasSessionCookie() && readCartQuantitiesOfLastHandover(siteId) === null) return;
    event.preventDefault();
    void openOtherHostWithCart(cart, siteId, link.href);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}
