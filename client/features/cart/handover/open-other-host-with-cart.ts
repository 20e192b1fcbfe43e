import { callApi } from '#client/core/call-api.ts';
import { sessionHandoverPath } from '#shared/accounts/handover/handover-path.ts';
import { isApiReadError } from '#shared/rendering.ts';
import type { CartStore } from '../cart-store.ts';
import { saveCartQuantitiesOfLastHandover, toQuantitiesByVariantId } from './cart-quantities-of-last-handover.ts';
import { mergeCartFromHandoverCookie } from './merge-cart-from-handover-cookie.ts';

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
    saveCartQuantitiesOfLastHandover(siteId, toQuantitiesByVariantId(products));
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
