import type { ShopEvent } from '#client/core/shop-events.ts';
import { centsToEuros } from '#shared/money.ts';
import { injectScript } from '../tracking/inject-script.ts';
import { readExternalReferrer, type TrackedPage } from '../tracking/tracked-page.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

type ConsentType = 'analytics_storage' | 'ad_storage' | 'ad_user_data' | 'ad_personalization';

/** Queues a command for Google's tag, which Google Analytics and Google Ads share. */
export function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: Google's tag executes only `arguments` objects and ignores arrays
  window.dataLayer.push(arguments);
}

/** Loads Google's tag once, with every kind of storage denied until a service grants the kinds that it needs. */
export function loadGoogleTag(id: string, granted: readonly ConsentType[]): void {
  if (!window.dataLayer) {
    const denied = { analytics_storage: 'denied', ad_storage: 'denied', ad_user_data: 'denied' };
    gtag('consent', 'default', { ...denied, ad_personalization: 'denied' });
    gtag('js', new Date());
    injectScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
  }
  gtag('consent', 'update', Object.fromEntries(granted.map((type) => [type, 'granted'])));
}

/** Sets the page of all further events, so that Google's tag does not read the URL of the document. */
export const setGooglePage = ({ url, title }: TrackedPage): void =>
  gtag('set', { page_location: url, page_title: title, page_referrer: readExternalReferrer() });

export function toGoogleEventParameters(event: ShopEvent): Record<string, unknown> {
  const items = event.items.map(({ id, name, vintage, priceCents, quantity }) => ({
    item_id: String(id),
    item_name: name,
    item_variant: vintage,
    price: centsToEuros(priceCents),
    quantity,
  }));
  const fields = { currency: 'EUR', value: centsToEuros(event.totalCents), items };
  if (event.name !== 'purchase') return fields;
  return {
    ...fields,
    transaction_id: event.orderNumber,
    shipping: centsToEuros(event.shippingCents),
    tax: centsToEuros(event.vatCents),
  };
}
