import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppProvider } from '#client/core/app-context.tsx';
import { LocationContext } from '#client/core/navigation.ts';
import type { PageResult } from '#client/core/page-result.ts';
import type { SiteShell } from '#client/core/site-shell.ts';
import { Tracking } from '#client/layout/notices/PageOverlays.tsx';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import { createAnalyticsShell, storeChoice } from '#tests/components/consent/analytics-estate.ts';
import { englishTexts } from '#tests/components/render-in-app.tsx';

const { code, banner, reportedTitles, openSettings } = vi.hoisted(() => ({
  code: { loads: 0, isBlocked: false },
  banner: { isVisible: false },
  reportedTitles: [] as string[],
  openSettings: vi.fn(),
}));
vi.mock('#client/features/consent/start-consent.ts', async (importOriginal) => {
  code.loads += 1;
  if (code.isBlocked) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
});
vi.mock('#client/features/consent/create-consent-dialog.ts', () => ({
  createConsentDialog: async () => ({
    setBannerVisible: (isVisible: boolean) => {
      banner.isVisible = isVisible;
    },
    openSettings,
    markRecorded: () => {},
  }),
}));
vi.mock('#client/features/consent/analytics-service-modules.ts', () => {
  const trackPage = ({ title }: { title: string }) => void reportedTitles.push(title);
  const load = async () => ({ start: () => ({ trackPage, trackEvent: () => {}, stop: () => {} }) });
  return { analyticsServiceModules: { WEB_ANALYTICS: load } };
});

const shell = createAnalyticsShell({ WEB_ANALYTICS: 'G-ABC1234' });
const chosenAt = '2026-11-22T10:00:00.000Z';
const storeRecordedChoice = (accepted: AnalyticsServiceKey[]) => storeChoice(shell, accepted, chosenAt, chosenAt);

const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

/** Opens a document at a path of a site, and returns a function that shows another page in it. */
async function openDocument(pathname: string, overrides: Partial<SiteShell> = {}) {
  const app = { shell: { ...shell, ...overrides }, texts: englishTexts, today: 'monday' } as const;
  const at = (path: string) => {
    window.history.replaceState(null, '', path);
    return (
      <AppProvider value={app}>
        <LocationContext value={{ pathname: path, search: '', hash: '' }}>
          <a href="/cookies" data-consent="">
            Cookies
          </a>
          <Tracking page={{ status: 200, data: null, head: { title: path } } as PageResult} />
        </LocationContext>
      </AppProvider>
    );
  };
  const { rerender, unmount } = render(at(pathname));
  await settle();
  const goTo = async (path: string) => {
    rerender(at(path));
    await settle();
  };
  return { goTo, unmount };
}

const clickSettings = async () => {
  const link = screen.getByRole('link', { name: 'Cookies' });
  const stay = (event: Event) => event.preventDefault();
  document.body.addEventListener('click', stay);
  link.click();
  document.body.removeEventListener('click', stay);
  await settle();
};

beforeEach(() => {
  banner.isVisible = false;
  reportedTitles.length = 0;
  openSettings.mockClear();
  // biome-ignore lint/suspicious/noDocumentCookie: the test deletes the choice of the previous test
  document.cookie = 'consent=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
});
afterEach(() => window.history.replaceState(null, '', '/'));

// The order of the first two tests matters, because the module stays loaded after an import has succeeded.
describe('Tracking', () => {
  test('loads no code and asks for nothing on a site without services', async () => {
    await openDocument('/wines', { externalIds: {} });
    expect(code.loads).toBe(0);
    expect(banner.isVisible).toBe(false);
  });

  test('keeps the page without services if an extension of the browser blocks the code', async () => {
    code.isBlocked = true;
    const { goTo } = await openDocument('/wines');
    await goTo('/contact');
    code.isBlocked = false;
    expect(code.loads).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Cookies' })).toBeTruthy();
    expect(banner.isVisible).toBe(false);
  });

  test('asks a visitor without a choice for consent, and reports no visit', async () => {
    await openDocument('/wines');
    expect(banner.isVisible).toBe(true);
    expect(reportedTitles).toEqual([]);
  });

  test('reports the first page and each page after it to the services that the visitor allows', async () => {
    storeRecordedChoice(['WEB_ANALYTICS']);
    const { goTo } = await openDocument('/wines');
    await goTo('/contact');
    expect(reportedTitles).toEqual(['/wines', '/contact']);
    expect(banner.isVisible).toBe(false);
  });

  test('neither asks again nor reports visits after a refusal', async () => {
    storeRecordedChoice([]);
    const { goTo } = await openDocument('/wines');
    await goTo('/contact');
    expect(reportedTitles).toEqual([]);
    expect(banner.isVisible).toBe(false);
  });

  test('starts no service in a document that was loaded at a personal page, also on its later pages', async () => {
    storeRecordedChoice(['WEB_ANALYTICS']);
    const { goTo } = await openDocument('/account');
    await goTo('/wines');
    expect(reportedTitles).toEqual([]);
  });

  test('opens the settings from the link in the footer until the component is removed', async () => {
    storeRecordedChoice([]);
    const { unmount } = await openDocument('/wines');
    await clickSettings();
    expect(openSettings).toHaveBeenCalledTimes(1);
    const link = screen.getByRole('link', { name: 'Cookies' });
    unmount();
    document.body.append(link);
    await clickSettings();
    link.remove();
    expect(openSettings).toHaveBeenCalledTimes(1);
  });
});
