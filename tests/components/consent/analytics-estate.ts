import type { SiteShell } from '#client/core/site-shell.ts';
import { type AnalyticsServiceKey, listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';
import { computeConsentRevision } from '#shared/consent/consent-revision.ts';

/** The shell of an estate that uses the given analytics services. */
export const createAnalyticsShell = (externalIds: SiteShell['externalIds']): SiteShell => ({
  site: {
    id: 42,
    name: 'Clos',
    lang: 'en',
    defaultLang: 'en',
    timeZone: 'Europe/Paris',
    origin: 'https://clos.example',
    alternates: [],
  },
  parameters: {},
  logos: {},
  pages: [],
  address: null,
  newsletter: '',
  externalIds,
});

/**
 * Stores a choice as vanilla-cookieconsent does.
 * @param recorded Equal to `chosenAt` once the API has recorded the choice.
 */
export function storeChoice(
  { externalIds }: SiteShell,
  accepted: AnalyticsServiceKey[],
  chosenAt: string,
  recorded?: string,
): void {
  const choice = {
    consentId: 'browser',
    services: { statistics: accepted },
    lastConsentTimestamp: chosenAt,
    revision: computeConsentRevision(listEnabledAnalyticsServices(externalIds)),
    expirationTime: Date.now() + 60_000,
    data: { recorded },
  };
  // biome-ignore lint/suspicious/noDocumentCookie: the test stores a choice as vanilla-cookieconsent does
  document.cookie = `consent=${encodeURIComponent(JSON.stringify(choice))}; Path=/`;
}
