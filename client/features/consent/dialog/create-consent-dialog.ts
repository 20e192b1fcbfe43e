import 'vanilla-cookieconsent/dist/cookieconsent.css';
import './consent-dialog.css';
import * as cookieConsent from 'vanilla-cookieconsent';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import type { SiteShell } from '#client/core/site-shell.ts';
import type { EnabledAnalyticsService } from '#shared/consent/analytics-services.ts';
import { defaultConsentMonths } from '#shared/consent/consent-rules.ts';
import type { TextsWithLazyDomains } from '#shared/texts.ts';
import { consentCookieName } from '../choice/stored-choice.ts';
import { createDialogTexts } from './dialog-texts.ts';
import { makeBannerNonModal } from './make-banner-non-modal.ts';

export interface ConsentDialog {
  setBannerVisible(isVisible: boolean): void;
  openSettings(): void;
  /** Stores that the API has recorded the choice that was made at `chosenAt`. */
  markRecorded(chosenAt: string): void;
}

interface ConsentDialogOptions {
  shell: SiteShell;
  texts: TextsWithLazyDomains;
  services: readonly EnabledAnalyticsService[];
  revision: number;
  /** Called after each change of the stored choice. */
  onChoice: () => void;
}

/**
 * Converts months to days, which the library counts. The result is rounded down, so that no choice is kept for more
 * than 13 months.
 */
const toDays = (months: number): number => Math.floor((months * 365) / 12);

const toCategories = (services: readonly EnabledAnalyticsService[]): Record<string, CookieConsent.Category> => {
  const categories: Record<string, CookieConsent.Category> = { necessary: { enabled: true, readOnly: true } };
  for (const { app, category, name } of services) {
    categories[category] ??= { services: {} };
    Object.assign(categories[category].services ?? {}, { [app]: { label: name } });
  }
  return categories;
};

/** Creates the banner and the settings of vanilla-cookieconsent. Both are hidden at first. */
export async function createConsentDialog({
  shell,
  texts,
  services,
  revision,
  onChoice,
}: ConsentDialogOptions): Promise<ConsentDialog> {
  await loadLazyTexts(texts, ['consent']);
  const months = shell.parameters.COOKIE_CONSENT_MONTHS ?? defaultConsentMonths;
  await cookieConsent.run({
    revision,
    autoShow: false,
    // With `true`, browsers that resemble bots would get no banner, although people may use them and must decide too.
    hideFromBots: false,
    manageScriptTags: false,
    autoClearCookies: false,
    // An empty domain restricts the cookie to the present host.
    cookie: { name: consentCookieName, domain: '', expiresAfterDays: toDays(months) },
    guiOptions: {
      consentModal: { layout: 'box', position: 'bottom right', equalWeightButtons: true },
      preferencesModal: { layout: 'box', equalWeightButtons: true },
    },
    categories: toCategories(services),
    language: { default: texts.lang, translations: { [texts.lang]: createDialogTexts(shell, texts, services) } },
    onModalReady: ({ modalName, modal }) => {
      if (modalName === 'consentModal') makeBannerNonModal(modal);
    },
    onFirstConsent: onChoice,
    onChange: onChoice,
  });
  return {
    setBannerVisible: (isVisible) => (isVisible ? cookieConsent.show(true) : cookieConsent.hide()),
    openSettings: () => cookieConsent.showPreferences(),
    markRecorded: (chosenAt) => cookieConsent.setCookieData({ value: { recorded: chosenAt }, mode: 'update' }),
  };
}
