import { act, cleanup, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { App } from '#client/app/App.tsx';
import { BrowserApp } from '#client/app/BrowserApp.tsx';
import { createVisitorStores } from '#client/app/visitor-stores.ts';
import { type AppContextValue, useWeekdayToday } from '#client/core/app-context.tsx';
import { createLoadedPage } from '#client/core/loaded-page.ts';
import { openModal } from '#client/core/modal.ts';
import { serverNavigation, useNavigate } from '#client/core/navigation.ts';
import type { PageModulesByKind } from '#client/core/page-definition.ts';
import type { AnyPageModule } from '#client/core/page-module.ts';
import type { PageResult } from '#client/core/page-result.ts';
import type { ClientPageEntry, SiteShell } from '#client/core/site-shell.ts';
import { useCart } from '#client/features/cart/cart-store.tsx';
import { openSlider } from '#client/ui/FullscreenSlider/open-slider.ts';
import { englishTexts, t } from '#tests/components/render-in-app.tsx';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const { code } = vi.hoisted(() => ({ code: { loads: 0, isUnreachable: false } }));
vi.mock('#client/layout/notices/PageOverlays.tsx', async (importOriginal) => {
  code.loads += 1;
  if (code.isUnreachable) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
});

const createEntry = (id: number, path: string, type: string): ClientPageEntry => ({
  id,
  path,
  menuTitle: type,
  title: type,
  description: '',
  type,
  showInMenu: true,
  page: null,
  children: [],
});
const shell: SiteShell = {
  site: { id: 42, name: 'Clos', lang: 'en', defaultLang: 'en', timeZone: 'Europe/Paris', origin: '', alternates: [] },
  parameters: {},
  logos: {},
  pages: [createEntry(1, '/', 'HOME'), createEntry(2, '/wines', 'WINE')],
  address: null,
  newsletter: '',
  externalIds: {},
};
const pageOf = (title: string): PageResult => ({ status: 200, data: title, head: { title } });

/** A page with its title, and with the values that the app supplies. */
function SamplePage({ data }: { data: string }) {
  const navigate = useNavigate();
  const today = useWeekdayToday();
  const count = useCart((state) => state.products.length);
  return (
    <>
      <h1>{data}</h1>
      <output>{`${today}, ${count} in the cart`}</output>
      <button type="button" onClick={() => navigate('/wines')}>
        All wines
      </button>
      <button type="button" onClick={() => navigate('/wines', { replace: true })}>
        Only wines
      </button>
    </>
  );
}
const createModule = (title: string): AnyPageModule => ({
  loader: async () => ({ status: 200, data: title, head: { title } }),
  Page: SamplePage as AnyPageModule['Page'],
});

let runIdleCallbacks: () => Promise<void>;
let hydrationErrors: unknown[];

/** Hydrates the document that the server has rendered for the home page on a Sunday. */
function hydrateDocument(): void {
  const app: AppContextValue = { shell, texts: englishTexts, today: 'sunday' };
  const modules: PageModulesByKind = new Map([
    ['HOME', createModule('Home')],
    ['WINE', createModule('Wines')],
  ]);
  const hydration = { shell, today: app.today, kind: 'HOME', page: pageOf('Home') } as const;
  const view = createLoadedPage(hydration, { pathname: '/', search: '', hash: '' }, modules);
  const html = renderToString(
    <App app={app} stores={createVisitorStores(42)} view={view} navigation={serverNavigation} />,
  );
  document.documentElement?.remove();
  document.append(new DOMParser().parseFromString(html, 'text/html').documentElement);
  render(<BrowserApp app={app} stores={createVisitorStores(42)} modules={modules} hydration={hydration} />, {
    container: document as unknown as HTMLElement,
    hydrate: true,
    onRecoverableError: (error) => hydrationErrors.push(error),
  });
}

/** The queries of the present document, because `screen` has those of the document before hydration. */
const screen = () => within(document.body);
const heading = () => screen().getByRole('heading', { level: 1 }).textContent;
const values = () => document.querySelector('output')?.textContent;
const click = (name: string) => userEvent.click(screen().getByRole('button', { name }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') });
  window.history.replaceState(null, '', '/');
  sessionStorage.clear();
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
  hydrationErrors = [];
  const callbacks = new Map<number, () => void>();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callbacks.set(callbacks.size + 1, callback).size);
  vi.stubGlobal('cancelIdleCallback', (handle: number) => callbacks.delete(handle));
  runIdleCallbacks = () =>
    act(async () => {
      for (const callback of callbacks.values()) callback();
      callbacks.clear();
      await vi.dynamicImportSettled();
    });
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  vi.spyOn(window.location, 'replace').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const announcements = () => [...document.querySelectorAll('p[aria-live]')].map(({ textContent }) => textContent);

const dialogs = () => [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.getAttribute('aria-label'));

/** Hydrates the document and waits until the router and the notices, among them the live region, have started. */
async function startRouter(): Promise<void> {
  hydrateDocument();
  await runIdleCallbacks();
  await expect.poll(announcements).toEqual(['']);
}

/** Stores a cart with one wine, as another tab does. */
function addInOtherTab(): void {
  const other = createVisitorStores(42);
  const wine = createSampleWine({ declination: [createSampleVariant({ id: 11 })] });
  other.cart.getState().add(wine, 11, 1);
  window.dispatchEvent(new StorageEvent('storage', { key: other.cart.persist.getOptions().name ?? null }));
}

// The order of the first tests matters, because the modules stay loaded after an import has succeeded.
describe('BrowserApp', () => {
  test('hydrates the document of the server as it is, and then shows the weekday at the estate', () => {
    vi.setSystemTime('2026-11-24T23:30:00Z');
    hydrateDocument();
    expect(hydrationErrors).toEqual([]);
    expect(heading()).toBe('Home');
    expect(values()).toBe('wednesday, 0 in the cart');
  });

  test('loads neither router nor notices before the browser is idle, and new documents until then', async () => {
    hydrateDocument();
    expect(code.loads).toBe(0);
    await click('All wines');
    expect(window.location.assign).toHaveBeenCalledWith('/wines');
    await click('Only wines');
    expect(window.location.replace).toHaveBeenCalledWith('/wines');
    expect(heading()).toBe('Home');
  });

  test('loads neither router nor notices for a document that was left before', async () => {
    hydrateDocument();
    cleanup();
    await runIdleCallbacks();
    expect(code.loads).toBe(0);
  });

  test('loads the document again, and only once, if a new release has replaced the code', async () => {
    code.isUnreachable = true;
    for (let visit = 1; visit <= 2; visit += 1) {
      hydrateDocument();
      await runIdleCallbacks();
      cleanup();
    }
    code.isUnreachable = false;
    expect(vi.mocked(window.location.assign).mock.calls).toEqual([[window.location.href]]);
  });

  test('keeps the page while its code is unreachable because the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    code.isUnreachable = true;
    hydrateDocument();
    await runIdleCallbacks();
    code.isUnreachable = false;
    expect(window.location.assign).not.toHaveBeenCalled();
    expect(heading()).toBe('Home');
  });

  test('shows and announces the next page in the same document once the browser was idle', async () => {
    await startRouter();
    await click('All wines');
    await expect.poll(heading).toBe('Wines');
    expect(window.location.pathname).toBe('/wines');
    expect(window.location.assign).not.toHaveBeenCalled();
    await expect.poll(announcements).toEqual(['Wines']);
    expect(document.activeElement).toBe(document.getElementById('content'));
  });

  test('closes dialogs and pictures over the page when the visitor returns to the page before', async () => {
    await startRouter();
    await click('All wines');
    await expect.poll(announcements).toEqual(['Wines']);
    const image = { url: '/image/1', alt: 'Cellar', width: 800, height: 600, tint: '#ccc' };
    act(() => {
      openModal({ label: 'Choose', content: null });
      openSlider({ slides: [{ kind: 'image', image }], start: 0 });
    });
    await expect.poll(dialogs).toEqual([t('catalogue.product.pictures'), 'Choose']);
    act(() => window.history.back());
    await expect.poll(heading).toBe('Home');
    expect(dialogs()).toEqual([]);
  });

  test('shows the cart of earlier visits, what another tab adds, and an empty cart once storage is cleared', async () => {
    hydrateDocument();
    expect(values()).toBe('tuesday, 0 in the cart');
    act(addInOtherTab);
    expect(values()).toBe('tuesday, 1 in the cart');
    cleanup();
    hydrateDocument();
    expect(values()).toBe('tuesday, 1 in the cart');
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(values()).toBe('tuesday, 0 in the cart');
  });
});
