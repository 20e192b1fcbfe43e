import { findEnabledServices } from '#shared/consent/analytics-services.ts';
import { computeConsentRevision } from '#shared/consent/consent-revision.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';
import externalApps from '../../../sites/domaine-des-chenes/content/external-apps.json' with { type: 'json' };

const ids = Object.entries(externalApps).flatMap(([app, { public: config }]) =>
  'id' in config ? [[app, config.id] as const] : [],
);
const chosenAt = '2026-11-01T08:00:00.000Z';
const choice = {
  categories: ['necessary'],
  services: { necessary: [] },
  revision: computeConsentRevision(findEnabledServices(Object.fromEntries(ids))),
  data: { recorded: chosenAt },
  consentId: '00000000-0000-4000-8000-000000000000',
  consentTimestamp: chosenAt,
  lastConsentTimestamp: chosenAt,
  expirationTime: Date.UTC(2100, 0, 1),
};

/**
 * Initial state of browser contexts: the visitor has refused all cookies of the estate that uses analytics services, so
 * that no banner covers the page. Tests of the banner begin without this state.
 */
export const refusedConsent = {
  cookies: [
    {
      name: 'consent',
      value: encodeURIComponent(JSON.stringify(choice)),
      domain: chenes.name,
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ],
  origins: [],
};
