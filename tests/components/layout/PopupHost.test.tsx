import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppContextValue, AppProvider } from '#client/core/app-context.tsx';
import { LocationContext } from '#client/core/navigation.ts';
import { PopupHost } from '#client/layout/notices/popups/PopupHost.tsx';
import type { Popup, PopupRules } from '#shared/site/popup-contract.ts';
import { englishTexts } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const site = { id: 42, name: 'Clos', lang: 'en', defaultLang: 'en', timeZone: 'Europe/Paris', origin: '' };
const shell = { site, parameters: {}, logos: {}, pages: [], address: null, newsletter: '', externalIds: {} };
const text = { kind: 'notice', title: 'Closed', html: '<p>Back in May.</p>', image: null, button: null } as const;

/** Renders the popups of a page that was just loaded. */
function loadPage(
  { kind = 'notice', ...rules }: Partial<PopupRules>,
  { isScrollLocked = true, hasPopups = true, externalIds = {} } = {},
) {
  const popup: Popup = { id: 7, delaySeconds: 0, ...rules, ...text, kind, isScrollLocked };
  const calls = stubApi({ 'GET /popup/7': { data: { popup } } });
  const { id, delaySeconds = 0, isShownOnEveryReload } = popup;
  const popups = [
    { id, delaySeconds, ...(kind === 'age' && { kind }), ...(isShownOnEveryReload && { isShownOnEveryReload }) },
  ];
  const app = {
    shell: { ...shell, externalIds, ...(hasPopups && { popups }) },
    texts: englishTexts,
    today: 'monday',
  } as unknown as AppContextValue;
  const pageAt = (pathname: string) => (
    <AppProvider value={app}>
      <LocationContext value={{ pathname, search: '', hash: '' }}>
        <PopupHost kind="HOME" />
      </LocationContext>
    </AppProvider>
  );
  const { unmount, rerender } = render(pageAt('/'));
  return { calls, unmount, goTo: (pathname: string) => rerender(pageAt(pathname)) };
}

/** Advances the clock, and waits for the texts of popups, which are imported when a popup appears. */
const wait = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
const findDialog = () => screen.queryByRole('dialog', { name: 'Closed' });
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));
const isScrollLocked = () => document.documentElement.hasAttribute('data-scroll-locked');

/** Makes the page the first one of a visit, or one that was opened from another page of the site. */
const comeFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);

beforeEach(() => {
  vi.useFakeTimers();
  comeFrom(`${window.location.origin}/contact`);
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('PopupHost', () => {
  test('shows a popup after its delay in seconds, and loads it no earlier', async () => {
    const { calls } = loadPage({ delaySeconds: 20 });
    await wait(19_900);
    expect(calls).toEqual([]);
    expect(findDialog()).toBeNull();
    await wait(200);
    expect(calls.map(({ name }) => name)).toEqual(['GET /popup/7']);
    expect(findDialog()?.textContent).toContain('Back in May.');
  });

  test.each(['', 'https://search.example/'])('shows none on the first page of a visit from %j', async (referrer) => {
    comeFrom(referrer);
    const { calls, goTo } = loadPage({});
    await wait(60_000);
    expect(calls).toEqual([]);
    goTo('/contact');
    await wait(100);
    expect(findDialog()).not.toBeNull();
  });

  test('remembers that a popup was closed, and shows it on no later page load', async () => {
    const { unmount } = loadPage({});
    await wait(100);
    close();
    expect(findDialog()).toBeNull();
    expect(Number(localStorage.getItem('popup-7'))).toBeGreaterThan(0);
    unmount();
    const { calls } = loadPage({});
    await wait(5_000);
    expect(calls).toEqual([]);
    expect(findDialog()).toBeNull();
  });

  test('shows a popup of every reload again after it was closed, once per page load', async () => {
    const { unmount } = loadPage({ isShownOnEveryReload: true });
    await wait(100);
    close();
    await wait(5_000);
    expect(findDialog()).toBeNull();
    expect(localStorage.getItem('popup-7')).toBeNull();
    unmount();
    loadPage({ isShownOnEveryReload: true });
    await wait(100);
    expect(findDialog()).not.toBeNull();
  });

  test('closes a popup that was left open when the page changes, and does not show it on the next page', async () => {
    const { goTo, calls } = loadPage({});
    await wait(100);
    expect(findDialog()).not.toBeNull();
    goTo('/wines');
    await wait(5_000);
    expect(findDialog()).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('loads no popup for a page that was left before its delay', async () => {
    const { goTo, unmount, calls } = loadPage({ delaySeconds: 20 });
    await wait(15_000);
    goTo('/wines');
    await wait(15_000);
    expect(calls).toEqual([]);
    await wait(5_100);
    expect(findDialog()).not.toBeNull();
    unmount();
  });

  test('loads nothing and renders nothing on a site without popups', async () => {
    const { calls } = loadPage({}, { hasPopups: false });
    await wait(5_000);
    expect(calls).toEqual([]);
    expect(findDialog()).toBeNull();
  });

  test.each([true, false])('locks the scrolling of the page only if the popup requires it (%s)', async (isLocked) => {
    loadPage({}, { isScrollLocked: isLocked });
    await wait(100);
    expect(findDialog()).not.toBeNull();
    expect(isScrollLocked()).toBe(isLocked);
    close();
    expect(isScrollLocked()).toBe(false);
  });
});

describe('the question about the age', () => {
  test('is asked when the first page of a visit opens, and not again in this visit after a no', async () => {
    comeFrom('');
    const { unmount } = loadPage({ kind: 'age' });
    await wait(100);
    fireEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(localStorage.getItem('popup-7')).toBeNull();
    unmount();
    const { calls } = loadPage({ kind: 'age' });
    await wait(5_000);
    expect(calls).toEqual([]);
    expect(findDialog()).toBeNull();
  });

  test('is not asked on a page with the consent banner, even after the choice', async () => {
    const { calls } = loadPage({ kind: 'age' }, { externalIds: { WEB_ANALYTICS: 'G-ABC1234' } });
    await wait(60_000);
    expect(calls).toEqual([]);
    expect(findDialog()).toBeNull();
  });
});
