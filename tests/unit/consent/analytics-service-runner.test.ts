import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShopEvent } from '#client/core/shop-events.ts';
import { analyticsServiceModules } from '#client/features/consent/analytics-service-modules.ts';
import { createAnalyticsServiceRunner } from '#client/features/consent/analytics-service-runner.ts';

const page = { url: 'https://chenes.example/vins', title: 'Nos vins', isReported: true };
const other = { ...page, url: 'https://chenes.example/contact' };
const purchase: ShopEvent = {
  name: 'purchase',
  orderNumber: '2026-00042',
  items: [],
  totalCents: 1990,
  shippingCents: 0,
  vatCents: 332,
};
const view: ShopEvent = { name: 'view_item', items: [], totalCents: 990 };
const service = { app: 'WEB_ANALYTICS', id: 'G-ABC1234' } as const;

function setUp() {
  const session = { trackPage: vi.fn(), trackEvent: vi.fn(), stop: vi.fn() };
  const start = vi.fn(() => session);
  const load = vi.fn(async () => ({ start }));
  const runner = createAnalyticsServiceRunner({ ...analyticsServiceModules, WEB_ANALYTICS: load });
  return { runner, session, start, load };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('createAnalyticsServiceRunner', () => {
  it('loads no module before a service is started, and drops earlier events', async () => {
    const { runner, session, load } = setUp();
    runner.showPage(page);
    runner.trackEvent(view);
    expect(load).not.toHaveBeenCalled();
    runner.start([service]);
    runner.start([service]);
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    expect(session.trackPage.mock.calls).toEqual([[page]]);
    expect(session.trackEvent).not.toHaveBeenCalled();
  });

  it('reports each page once, in the order of the visit, also while the module is loading', async () => {
    const { runner, session } = setUp();
    runner.showPage(page);
    runner.start([service]);
    runner.showPage({ ...page });
    runner.trackEvent(view);
    runner.showPage(other);
    await settle();
    runner.showPage(page);
    await settle();
    expect(session.trackPage.mock.calls).toEqual([[page], [other], [page]]);
    expect(session.trackEvent.mock.calls).toEqual([[view]]);
  });

  it('reports a purchase once, also after a reload', async () => {
    for (const expected of [1, 0]) {
      const { runner, session } = setUp();
      runner.start([service]);
      runner.trackEvent(purchase);
      runner.trackEvent(purchase);
      await settle();
      expect(session.trackEvent).toHaveBeenCalledTimes(expected);
    }
  });

  it('sends nothing after it was stopped', async () => {
    const { runner, session } = setUp();
    runner.start([service]);
    await settle();
    runner.trackEvent(view);
    runner.stop();
    runner.showPage(other);
    runner.trackEvent(view);
    await settle();
    expect(session.stop).toHaveBeenCalledTimes(1);
    expect(session.trackPage).not.toHaveBeenCalled();
    expect(session.trackEvent).not.toHaveBeenCalled();
  });

  it('does not start a service whose module loads only after it was stopped', async () => {
    const { runner, start } = setUp();
    runner.start([service]);
    runner.stop();
    await settle();
    expect(start).not.toHaveBeenCalled();
  });

  it('goes on without a service whose module is blocked', async () => {
    const { session, start } = setUp();
    const load = async () => ({ start });
    const fail = async () => Promise.reject(new TypeError('Failed to fetch'));
    const runner = createAnalyticsServiceRunner({ ...analyticsServiceModules, WEB_ANALYTICS: load, ADS: fail });
    runner.start([{ app: 'ADS', id: 'AW-123456/abcd' }, service]);
    runner.showPage(page);
    await settle();
    expect(session.trackPage).toHaveBeenCalledTimes(1);
  });
});
