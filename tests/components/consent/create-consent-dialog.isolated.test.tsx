import * as cookieConsent from 'vanilla-cookieconsent';
import { expect, it, vi } from 'vitest';
import type { SiteShell } from '#client/core/site-shell.ts';
import { createConsentDialog } from '#client/features/consent/create-consent-dialog.ts';
import { listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';
import { englishTexts } from '#tests/components/render-in-app.tsx';
import { createAnalyticsShell } from './analytics-estate.ts';

vi.mock('vanilla-cookieconsent', () => ({ run: vi.fn() }));

const externalIds = { WEB_ANALYTICS: 'G-ABC1234' };
const createShell = (parameters: SiteShell['parameters']): SiteShell => ({
  ...createAnalyticsShell(externalIds),
  parameters,
});

// The expected days are literals, because 13 months are the legal maximum, which 396 days would exceed.
it.each([
  ['13 months', { COOKIE_CONSENT_MONTHS: 13 }, 395],
  ['one month', { COOKIE_CONSENT_MONTHS: 1 }, 30],
  ['6 months by default', {}, 182],
])('the library keeps a choice for %s', async (_, parameters, expiresAfterDays) => {
  await createConsentDialog({
    shell: createShell(parameters),
    texts: englishTexts,
    services: listEnabledAnalyticsServices(externalIds),
    revision: 3,
    onChoice: () => {},
  });
  expect(cookieConsent.run).toHaveBeenLastCalledWith(
    expect.objectContaining({ revision: 3, cookie: { name: 'consent', domain: '', expiresAfterDays } }),
  );
});
