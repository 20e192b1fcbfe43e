import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShopEvent } from '#client/core/shop-events.ts';
import { start as startGoogleAds } from '#client/features/consent/services/google-ads.ts';
import { start as startGoogleAnalytics } from '#client/features/consent/services/google-analytics.ts';
import { start as startMatomo } from '#client/features/consent/services/matomo.ts';
import { start as startMetaPixel } from '#client/features/consent/services/meta-pixel.ts';
import { start as startPlausible } from '#client/features/consent/services/plausible.ts';
import { eraseCookiesByNamePatterns } from '#client/features/consent/start-consent.ts';
import { analyticsServices } from '#shared/consent/analytics-services.ts';

const page = { url: 'https://chenes.example/nos-vins', title: 'Nos vins', isReported: true };
const unreported = { ...page, url: 'https://chenes.example/', isReported: false };
const items = [{ id: 118, name: 'Cabernet', vintage: '2020', priceCents: 1985, quantity: 3 }];
const added: ShopEvent = { name: 'add_to_cart', items, totalCents: 5955 };
const purchase: ShopEvent = {
  name: 'purchase',
  orderNumber: '2026-00042',
  items,
  totalCents: 6945,
  shippingCents: 990,
  vatCents: 1158,
};

const readQueue = () => (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>));
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

beforeEach(() => {
  document.head.replaceChildren();
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    // The scripts are recorded without being loaded.
    for (const node of nodes) document.head.insertAdjacentHTML('beforeend', (node as HTMLElement).outerHTML);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ['dataLayer', '_paq', 'fbq'] as const) delete window[name];
});

describe('Google Analytics', () => {
  test('starts with every other storage denied, without a page view of its own', () => {
    startGoogleAnalytics('G-ABC1234');
    const queue = readQueue();
    expect(queue[0]).toMatchObject(['consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' }]);
    expect(queue).toContainEqual(['consent', 'update', { analytics_storage: 'granted' }]);
    const [config] = queue.filter(([command]) => command === 'config');
    expect(config).toMatchObject(['config', 'G-ABC1234', { send_page_view: false, cookie_expires: 33_696_000 }]);
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC1234']);
  });

  test('sends pages and purchases with amounts in euros, and stops', () => {
    const session = startGoogleAnalytics('G-ABC1234');
    session.trackPage(page);
    session.trackPage(unreported);
    session.trackEvent(purchase);
    const events = readQueue().filter(([command]) => command === 'event');
    expect(events).toEqual([
      ['event', 'page_view', { send_to: 'G-ABC1234' }],
      [
        'event',
        'purchase',
        {
          send_to: 'G-ABC1234',
          currency: 'EUR',
          value: 69.45,
          transaction_id: '2026-00042',
          shipping: 9.9,
          tax: 11.58,
          items: [{ item_id: '118', item_name: 'Cabernet', item_variant: '2020', price: 19.85, quantity: 3 }],
        },
      ],
    ]);
    session.stop();
    expect(window).toMatchObject({ 'ga-disable-G-ABC1234': true });
  });
});

test('Google Ads reports an order as the conversion of its label, and shares the tag of Google Analytics', () => {
  startGoogleAnalytics('G-ABC1234');
  const session = startGoogleAds('AW-123456/abCD');
  session.trackEvent(added);
  session.trackEvent(purchase);
  const events = readQueue().filter(([command]) => command === 'event');
  expect(events).toMatchObject([
    ['event', 'add_to_cart', { send_to: 'AW-123456', value: 59.55 }],
    ['event', 'conversion', { send_to: 'AW-123456/abCD', value: 69.45, transaction_id: '2026-00042' }],
  ]);
  expect(scripts()).toHaveLength(1);
});

test('Matomo sends pages by their canonical URL, and orders with goods, shipping and VAT', () => {
  const commands: unknown[][] = [];
  vi.stubGlobal('_paq', { push: (command: unknown[]) => commands.push(command) });
  const session = startMatomo('stats.chenes.example/7');
  session.trackPage(page);
  session.trackPage(unreported);
  session.trackEvent(added);
  session.trackEvent(purchase);
  expect(scripts()).toEqual(['https://stats.chenes.example/matomo.js']);
  expect(commands).toContainEqual(['setTrackerUrl', 'https://stats.chenes.example/matomo.php']);
  expect(commands).toContainEqual(['setSiteId', '7']);
  expect(commands).toContainEqual(['setCustomUrl', page.url]);
  expect(commands.filter(([name]) => name === 'trackPageView')).toHaveLength(1);
  expect(commands).toContainEqual(['trackEvent', 'Shop', 'add_to_cart', 'Cabernet', 59.55]);
  expect(commands).toContainEqual(['addEcommerceItem', '118', 'Cabernet', '2020', 19.85, 3]);
  expect(commands).toContainEqual(['trackEcommerceOrder', '2026-00042', 69.45, 59.55, 11.58, 9.9, false]);
});

test('Plausible is called without code of its own', () => {
  const send = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', send);
  const session = startPlausible('chenes.example');
  session.trackPage(page);
  session.trackPage(unreported);
  session.trackEvent(purchase);
  const bodies = send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
  expect(bodies).toEqual([
    { name: 'pageview', url: page.url, domain: 'chenes.example', referrer: null },
    {
      name: 'purchase',
      url: unreported.url,
      domain: 'chenes.example',
      referrer: null,
      revenue: { currency: 'EUR', amount: 69.45 },
    },
  ]);
  expect(scripts()).toEqual([]);
});

test('the Meta pixel reads no forms, and reports nothing while the URL has a query', () => {
  const session = startMetaPixel('1234567890');
  session.trackPage(page);
  session.trackEvent(purchase);
  window.history.replaceState(null, '', '?search=cognac');
  session.trackPage(page);
  window.history.replaceState(null, '', '/');
  expect(window.fbq?.disablePushState).toBe(true);
  expect(window.fbq?.queue).toEqual([
    ['set', 'autoConfig', false, '1234567890'],
    ['init', '1234567890'],
    ['trackSingle', '1234567890', 'PageView', {}],
    [
      'trackSingle',
      '1234567890',
      'Purchase',
      { content_type: 'product', contents: [{ id: '118', quantity: 3 }], currency: 'EUR', value: 69.45 },
    ],
  ]);
});

test('eraseCookiesByNamePatterns deletes only the cookies of the given services', () => {
  const names = ['_ga', '_ga_ABC', '_pk_id.1', '_gallery', 'token'];
  names.forEach((name) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the test sets cookies as services do
    document.cookie = `${name}=1; Path=/`;
  });
  eraseCookiesByNamePatterns([
    ...analyticsServices.WEB_ANALYTICS.cookies,
    ...analyticsServices.SECOND_ANALYTICS.cookies,
  ]);
  expect(document.cookie.split('; ').map((cookie) => cookie.split('=')[0])).toEqual(['_gallery', 'token']);
});
