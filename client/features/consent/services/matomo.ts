import type { ShopEvent } from '#client/core/shop-events.ts';
import { centsToEuros } from '#shared/money.ts';
import { injectScript } from '../tracking/inject-script.ts';
import type { RunningAnalyticsService } from '../tracking/running-analytics-service.ts';
import { readExternalReferrer } from '../tracking/tracked-page.ts';

declare global {
  interface Window {
    _paq?: { push(...commands: unknown[][]): void };
  }
}

function trackOrder(event: Extract<ShopEvent, { name: 'purchase' }>, push: (...command: unknown[]) => void): void {
  for (const { id, name, vintage, priceCents, quantity } of event.items)
    push('addEcommerceItem', String(id), name, vintage, centsToEuros(priceCents), quantity);
  const { totalCents, shippingCents, vatCents } = event;
  const goods = centsToEuros(totalCents - shippingCents);
  push(
    'trackEcommerceOrder',
    event.orderNumber,
    centsToEuros(totalCents),
    goods,
    centsToEuros(vatCents),
    centsToEuros(shippingCents),
    false,
  );
}

/**
 * Starts Matomo on a server of the estate's choice. Its cookies last 13 months.
 * @param id host and number of the site, such as `stats.example.com/1`
 */
export function start(id: string): RunningAnalyticsService {
  const [host = '', site = ''] = id.split('/');
  window._paq ??= [];
  const push = (...command: unknown[]) => window._paq?.push(command);
  push('setTrackerUrl', `https://${host}/matomo.php`);
  push('setSiteId', site);
  push('setVisitorCookieTimeout', 13 * 30 * 86_400);
  push('setSecureCookie', window.location.protocol === 'https:');
  injectScript(`https://${host}/matomo.js`);
  return {
    trackPage({ url, title, isReported }) {
      push('setReferrerUrl', readExternalReferrer());
      push('setCustomUrl', url);
      push('setDocumentTitle', title);
      if (isReported) push('trackPageView');
    },
    trackEvent(event) {
      if (event.name === 'purchase') trackOrder(event, push);
      else push('trackEvent', 'Shop', event.name, event.items[0]?.name ?? '', centsToEuros(event.totalCents));
    },
    stop: () => push('requireConsent'),
  };
}
