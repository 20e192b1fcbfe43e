import type { ShopEvent } from '#client/core/shop-events.ts';
import { centsToEuros } from '#shared/money.ts';
import { injectScript } from '../tracking/inject-script.ts';
import type { RunningAnalyticsService } from '../tracking/running-analytics-service.ts';

interface PixelQueue {
  (...command: unknown[]): void;
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  push: PixelQueue;
  /** Meta counts a visit at each change of the history by itself, unless this is true. */
  disablePushState: boolean;
  /** Allows one visit for each page of this document. */
  allowDuplicatePageViews: boolean;
}

declare global {
  interface Window {
    fbq?: PixelQueue;
  }
}

const eventNames: Readonly<Record<ShopEvent['name'], string>> = {
  view_item: 'ViewContent',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  purchase: 'Purchase',
};

function createPixelQueue(): PixelQueue {
  const pixel = ((...command: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...command);
    else pixel.queue.push(command);
  }) as PixelQueue;
  const settings = { loaded: true, version: '2.0', disablePushState: true, allowDuplicatePageViews: true };
  return Object.assign(pixel, settings, { queue: [], push: pixel });
}

/**
 * Starts the pixel of Meta. It always sends the URL of the document, so nothing is reported while the URL has a query,
 * which could contain search words.
 */
export function start(id: string): RunningAnalyticsService {
  const pixel = createPixelQueue();
  window.fbq = pixel;
  // Meta would otherwise read forms and buttons of the page.
  pixel('set', 'autoConfig', false, id);
  pixel('init', id);
  injectScript('https://connect.facebook.net/en_US/fbevents.js');
  const track = (name: string, fields: object = {}) => {
    if (window.location.search === '') pixel('trackSingle', id, name, fields);
  };
  return {
    trackPage({ isReported }) {
      if (isReported) track('PageView');
    },
    trackEvent({ name, items, totalCents }) {
      const contents = items.map((item) => ({ id: String(item.id), quantity: item.quantity }));
      track(eventNames[name], { content_type: 'product', contents, currency: 'EUR', value: centsToEuros(totalCents) });
    },
    stop: () => pixel('consent', 'revoke'),
  };
}
