import {
  consentCategories,
  type EnabledAnalyticsService,
  listEnabledAnalyticsServices,
} from '#shared/consent/analytics-services.ts';
import { computeConsentRevision } from '#shared/consent/consent-revision.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';
import externalApps from '../../../sites/domaine-des-chenes/content/external-apps.json' with { type: 'json' };

const ids = Object.entries(externalApps).flatMap(([app, { public: config }]) =>
  'id' in config ? [[app, config.id] as const] : [],
);
const enabledServices = listEnabledAnalyticsServices(Object.fromEntries(ids));
const chosenAt = '2026-11-01T08:00:00.000Z';

interface StoredConsent {
  accepted: readonly EnabledAnalyticsService[];
  /** True if the API has recorded the choice. */
  isRecorded: boolean;
}

/** Creates the cookie of a visitor's choice at the estate that uses analytics services. */
function createConsentCookie({ accepted, isRecorded }: StoredConsent) {
  const appsByCategory = Object.fromEntries(
    consentCategories.map((name) => [name, accepted.filter(({ category }) => category === name).map(({ app }) => app)]),
  );
  const choice = {
    categories: ['necessary', ...consentCategories.filter((name) => appsByCategory[name]?.length)],
    services: { necessary: [], ...appsByCategory },
    revision: computeConsentRevision(enabledServices),
    data: { recorded: isRecorded ? chosenAt : '' },
    consentId: '00000000-0000-4000-8000-000000000000',
    consentTimestamp: chosenAt,
    lastConsentTimestamp: chosenAt,
    expirationTime: Date.UTC(2100, 0, 1),
  };
  return {
    name: 'consent',
    value: encodeURIComponent(JSON.stringify(choice)),
    domain: chenes.name,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  };
}

/**
 * Initial state of browser contexts: the visitor has refused all cookies of the estate that uses analytics services, so
 * that no banner covers the page. Tests of the banner begin without this state.
 */
export const storageStateWithRefusedConsent = {
  cookies: [createConsentCookie({ accepted: [], isRecorded: true })],
  origins: [],
};

/**
 * The cookie of a visitor who has just accepted all services. The next page sends the choice to the API.
 */
export const acceptedConsentCookie = createConsentCookie({ accepted: enabledServices, isRecorded: false });
