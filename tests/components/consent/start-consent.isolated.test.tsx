import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analyticsConsent } from '#client/core/analytics-consent.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { subscribeToToasts } from '#client/core/toast.ts';
import { type ConsentController, startConsent } from '#client/features/consent/start-consent.ts';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import { englishTexts } from '#tests/components/render-in-app.tsx';
import { createAnalyticsShell, storeChoice } from './analytics-estate.ts';

const { startService, trackPage, trackEvent, stopService, dialog } = vi.hoisted(() => ({
  startService: vi.fn(),
  trackPage: vi.fn(),
  trackEvent: vi.fn(),
  stopService: vi.fn(),
  dialog: {
    onChoice: () => {},
    markRecorded: (_chosenAt: string) => {},
    isUnreachable: false,
    openSettings: vi.fn(),
    setBannerVisible: vi.fn(),
  },
}));
vi.mock('#client/features/consent/analytics-service-modules.ts', () => {
  const load = async () => ({
    start: (id: string) => {
      startService(id);
      return { trackPage, trackEvent, stop: stopService };
    },
  });
  return { analyticsServiceModules: { WEB_ANALYTICS: load, PRIVACY_ANALYTICS: load } };
});
vi.mock('#client/features/consent/create-consent-dialog.ts', () => ({
  createConsentDialog: async ({ onChoice }: { onChoice: () => void }) => {
    if (dialog.isUnreachable) throw new TypeError('Failed to fetch dynamically imported module');
    dialog.onChoice = onChoice;
    return {
      setBannerVisible: dialog.setBannerVisible,
      openSettings: dialog.openSettings,
      markRecorded: (chosenAt: string) => dialog.markRecorded(chosenAt),
    };
  },
}));

const all: AnalyticsServiceKey[] = ['WEB_ANALYTICS', 'PRIVACY_ANALYTICS'];
const shell = createAnalyticsShell({ WEB_ANALYTICS: 'G-ABC1234', PRIVACY_ANALYTICS: 'clos.example' });
const page = { head: { title: 'Wines', canonical: 'https://clos.example/wines' } } as PageResult;
const settle = () => new Promise((resolve) => setTimeout(resolve));

interface PendingConsentRecord {
  accepted: AnalyticsServiceKey[];
  succeed: () => Promise<void>;
}
let consentRecords: PendingConsentRecord[] = [];
let choices = 0;
let controller: ConsentController;

/**
 * Makes a choice in the dialog.
 * @returns the call that records it, which has no response yet
 */
async function choose(accepted: AnalyticsServiceKey[]): Promise<PendingConsentRecord> {
  const chosenAt = new Date(Date.UTC(2026, 10, 22) + ++choices).toISOString();
  storeChoice(shell, accepted, chosenAt);
  dialog.markRecorded = (recorded) => {
    if (recorded === chosenAt) storeChoice(shell, accepted, chosenAt, recorded);
  };
  dialog.onChoice();
  await settle();
  const consentRecord = consentRecords.at(-1);
  if (!consentRecord) throw new Error('the consent record of the choice was not sent');
  return consentRecord;
}

function openPath(pathname: string) {
  window.history.replaceState(null, '', pathname);
  controller.showPage(pathname, page);
}

beforeEach(async () => {
  consentRecords = [];
  // biome-ignore lint/suspicious/noDocumentCookie: the test deletes the choice of the previous test
  document.cookie = 'consent=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const succeed = async () => {
      resolve(Response.json({ success: true, message: '', data: {} }));
      await settle();
    };
    consentRecords.push({ accepted: JSON.parse(String(body)).accepted, succeed });
    return promise;
  });
  vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  analyticsConsent.isGiven = false;
  controller = startConsent(shell, englishTexts, { isPersonalDocument: false });
  openPath('/wines');
  await settle();
});
afterEach(() => {
  controller.stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  startService.mockClear();
  trackPage.mockClear();
  trackEvent.mockClear();
  stopService.mockClear();
  window.history.replaceState(null, '', '/');
});

describe('startConsent', () => {
  it('starts the accepted services once the choice is recorded', async () => {
    const consent = await choose(all);
    expect(startService).not.toHaveBeenCalled();
    await consent.succeed();
    openPath('/contact');
    await settle();
    expect(startService.mock.calls).toEqual([['G-ABC1234'], ['clos.example']]);
    expect(window.location.reload).not.toHaveBeenCalled();
  });

  it.each(['consent', 'refusal'])('starts no service after a refusal if the %s is recorded first', async (first) => {
    const consent = await choose(all);
    const refusal = await choose([]);
    expect([consent.accepted, refusal.accepted]).toEqual([all, []]);
    for (const consentRecord of first === 'consent' ? [consent, refusal] : [refusal, consent])
      await consentRecord.succeed();
    openPath('/contact');
    await settle();
    expect(startService).not.toHaveBeenCalled();
    expect(analyticsConsent.isGiven).toBe(false);
  });

  it('starts only the services of the later choice', async () => {
    const consent = await choose(all);
    const partial = await choose(['PRIVACY_ANALYTICS']);
    await consent.succeed();
    await partial.succeed();
    expect(startService.mock.calls).toEqual([['clos.example']]);
  });

  it('reports the events of the first page after its visit to the services that were allowed earlier', async () => {
    controller.stop();
    storeChoice(shell, ['PRIVACY_ANALYTICS'], '2026-11-22T08:00:00.000Z', '2026-11-22T08:00:00.000Z');
    shopEventChannel.publish({ name: 'begin_checkout', items: [], totalCents: 990 });
    controller = startConsent(shell, englishTexts, { isPersonalDocument: false });
    await settle();
    openPath('/checkout');
    await settle();
    expect(trackEvent.mock.calls).toEqual([[{ name: 'begin_checkout', items: [], totalCents: 990 }]]);
    expect(trackPage.mock.invocationCallOrder[0]).toBeLessThan(trackEvent.mock.invocationCallOrder[0] ?? 0);
  });

  it('starts no service if the choice is deleted while it is being recorded', async () => {
    const consent = await choose(all);
    // biome-ignore lint/suspicious/noDocumentCookie: the test deletes the choice
    document.cookie = 'consent=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
    await consent.succeed();
    expect(startService).not.toHaveBeenCalled();
  });

  it('considers the consent given while the choice is being recorded', async () => {
    await choose(all);
    expect(analyticsConsent.isGiven).toBe(true);
  });

  it('starts no service on a personal page that was opened while the choice was being recorded', async () => {
    const consent = await choose(all);
    openPath('/account');
    await consent.succeed();
    expect(startService).not.toHaveBeenCalled();
    openPath('/wines');
    await settle();
    expect(startService).toHaveBeenCalledTimes(2);
  });

  it('loads a personal page again if it is shown in a document that runs services', async () => {
    await (await choose(all)).succeed();
    openPath('/account');
    expect(window.location.reload).toHaveBeenCalledTimes(1);
  });

  describe('while the code of the dialog cannot be loaded', () => {
    const failures: unknown[] = [];
    const keepFailure = (error: unknown) => failures.push(error);
    const link = document.createElement('a');
    link.dataset.consent = '';

    beforeEach(() => {
      controller.stop();
      failures.length = 0;
      process.on('unhandledRejection', keepFailure);
      document.body.append(link);
      dialog.openSettings.mockClear();
      dialog.setBannerVisible.mockClear();
      dialog.isUnreachable = true;
    });
    afterEach(() => {
      dialog.isUnreachable = false;
      link.remove();
      process.off('unhandledRejection', keepFailure);
      expect(failures).toEqual([]);
    });

    it('says that the settings could not be opened, and opens them with the next click', async () => {
      const toasts: unknown[] = [];
      const stopToasts = subscribeToToasts((toast) => toasts.push(toast));
      controller = startConsent(shell, englishTexts, { isPersonalDocument: false });
      link.click();
      await settle();
      expect(toasts).toEqual([
        expect.objectContaining({
          level: 'failure',
          message: 'The site cannot respond at the moment. Please try again in a minute.',
        }),
      ]);
      dialog.isUnreachable = false;
      link.click();
      await settle();
      expect(dialog.openSettings).toHaveBeenCalledOnce();
      expect(toasts).toHaveLength(1);
      stopToasts();
    });

    it('asks for the choice on the next page', async () => {
      controller = startConsent(shell, englishTexts, { isPersonalDocument: false });
      openPath('/wines');
      await settle();
      expect(dialog.setBannerVisible).not.toHaveBeenCalled();
      dialog.isUnreachable = false;
      openPath('/contact');
      await settle();
      expect(dialog.setBannerVisible.mock.calls).toEqual([[true]]);
    });

    it('starts the services of a choice that the API has recorded', async () => {
      storeChoice(shell, all, new Date(Date.UTC(2026, 10, 22) + ++choices).toISOString());
      controller = startConsent(shell, englishTexts, { isPersonalDocument: false });
      openPath('/wines');
      await settle();
      await consentRecords.at(-1)?.succeed();
      expect(startService).toHaveBeenCalledTimes(2);
    });
  });

  it('reloads after a withdrawal although it is not recorded in time', async () => {
    await (await choose(all)).succeed();
    await choose([]);
    await vi.waitFor(() => expect(window.location.reload).toHaveBeenCalled(), { timeout: 2_000 });
  });

  it('stops the running services at once on a withdrawal, and reloads even if it is revoked meanwhile', async () => {
    await (await choose(all)).succeed();
    const withdrawal = await choose([]);
    expect(stopService).toHaveBeenCalledTimes(2);
    expect(analyticsConsent.isGiven).toBe(true);
    const consent = await choose(all);
    await withdrawal.succeed();
    await consent.succeed();
    expect(window.location.reload).toHaveBeenCalled();
    expect(startService).toHaveBeenCalledTimes(2);
  });
});
