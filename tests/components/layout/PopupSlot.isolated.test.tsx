import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppProvider } from '#client/core/app-context.tsx';
import { LocationContext } from '#client/core/navigation.ts';
import { createFailurePage } from '#client/core/page-result.ts';
import type { SiteShell } from '#client/core/site-shell.ts';
import { CartProvider, createCartStore } from '#client/features/cart/cart-store.tsx';
import { PageOverlays } from '#client/layout/notices/PageOverlays.tsx';
import { englishTexts } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const { code } = vi.hoisted(() => ({ code: { loads: 0, isUnreachable: false } }));
vi.mock('#client/layout/notices/popups/PopupHost.tsx', async (importOriginal) => {
  code.loads += 1;
  if (code.isUnreachable) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
});

const popup = { id: 7, kind: 'notice', title: 'Closed', html: '<p>Back in May.</p>', image: null, button: null };
const popups: SiteShell['popups'] = [{ id: 7, delaySeconds: 0 }];
const shell: SiteShell = {
  site: { id: 42, name: 'Clos', lang: 'en', defaultLang: 'en', timeZone: 'Europe/Paris', origin: '', alternates: [] },
  parameters: {},
  logos: {},
  pages: [],
  address: null,
  newsletter: '',
  externalIds: {},
};

/** Renders the overlays of a page, of which the slot for popups is a part. */
async function renderOverlays(overrides: Partial<SiteShell>): Promise<void> {
  render(
    <AppProvider value={{ shell: { ...shell, ...overrides }, texts: englishTexts, today: 'monday' }}>
      <LocationContext value={{ pathname: '/', search: '', hash: '' }}>
        <CartProvider store={createCartStore(42)}>
          <p>Page</p>
          <PageOverlays page={createFailurePage(404, 'Not found')} kind="HOME" />
        </CartProvider>
      </LocationContext>
    </AppProvider>,
  );
  await act(() => vi.dynamicImportSettled());
}
const findDialog = () => screen.queryByRole('dialog', { name: 'Closed' });

beforeEach(() => {
  // Popups appear from the second page of a visit on.
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${window.location.origin}/`);
  // The test environment does not implement popovers, so their methods, which toasts call, are stubbed.
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
  stubApi({ 'GET /popup/7': { data: { popup: { ...popup, isScrollLocked: true } } } });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// The order of the tests matters, because the module stays loaded after an import has succeeded.
describe('PopupSlot', () => {
  test('loads no code for popups on a site without popups', async () => {
    await renderOverlays({});
    expect(code.loads).toBe(0);
    expect(findDialog()).toBeNull();
  });

  test('leaves popups out if their code cannot be loaded, and keeps the page', async () => {
    code.isUnreachable = true;
    await renderOverlays({ popups });
    code.isUnreachable = false;
    expect(code.loads).toBeGreaterThan(0);
    expect(screen.getByText('Page')).toBeTruthy();
    expect(findDialog()).toBeNull();
  });

  test('shows the popup of a page on a site with popups', async () => {
    await renderOverlays({ popups });
    expect((await screen.findByRole('dialog', { name: 'Closed' })).textContent).toContain('Back in May.');
  });
});
