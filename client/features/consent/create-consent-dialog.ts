import 'vanilla-cookieconsent/dist/cookieconsent.css';
import './consent-dialog.css';
import * as cookieConsent from 'vanilla-cookieconsent';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { findPathOfPageKind, type SiteShell } from '#client/core/site-shell.ts';
import { consentCategories, type EnabledAnalyticsService } from '#shared/consent/analytics-services.ts';
import { defaultConsentMonths } from '#shared/consent/consent-revision.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { Texts, TextsWithLazyDomains } from '#shared/texts.ts';
import { consentCookieName } from './stored-choice.ts';

export interface ConsentDialog {
  setBannerVisible(isVisible: boolean): void;
  openSettings(): void;
  /** Stores that the API has recorded the choice that was made at `chosenAt`. */
  markRecorded(chosenAt: string): void;
}

export interface ConsentDialogOptions {
  shell: SiteShell;
  texts: TextsWithLazyDomains;
  services: readonly EnabledAnalyticsService[];
  revision: number;
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

const nameService = ({ name, company }: EnabledAnalyticsService): string =>
  name === company ? name : `${name} (${company})`;

/** Creates the texts of banner and settings as HTML, with a section for each category that the estate uses. */
function createDialogTexts(
  shell: SiteShell,
  { t }: Pick<Texts, 't'>,
  services: readonly EnabledAnalyticsService[],
): CookieConsent.Translation {
  const estate = escapeHtml(shell.site.name);
  const policyPath = findPathOfPageKind(shell, 'COOKIE_POLICY');
  const policyLink = policyPath ? `<a href="${escapeHtml(policyPath)}">${t('consent.policy')}</a>` : '';
  const categories = consentCategories.filter((category) => services.some((service) => service.category === category));
  const listServices = (category: string) =>
    services
      .filter((service) => service.category === category)
      .map(nameService)
      .join(', ');
  return {
    consentModal: {
      title: t('consent.title'),
      description: `${t('consent.text', { estate })} ${policyLink}`,
      acceptAllBtn: t('consent.accept'),
      acceptNecessaryBtn: t('consent.refuse'),
      showPreferencesBtn: t('consent.choose'),
    },
    preferencesModal: {
      title: t('consent.settings'),
      acceptAllBtn: t('consent.accept'),
      acceptNecessaryBtn: t('consent.refuse'),
      savePreferencesBtn: t('consent.save'),
      closeIconLabel: t('consent.close'),
      sections: [
        { description: `${t('consent.settings.text')} ${policyLink}` },
        { title: t('consent.necessary'), description: t('consent.necessary.text'), linkedCategory: 'necessary' },
        ...categories.map((category) => ({
          title: t(`consent.${category}`),
          description: escapeHtml(t(`consent.${category}.text`, { services: listServices(category) })),
          linkedCategory: category,
        })),
      ],
    },
  };
}

/**
 * Makes the banner of vanilla-cookieconsent non-modal: the library would move the focus into the banner as soon as it
 * appears and keep the focus there, although the page stays usable without a choice.
 */
function makeBannerNonModal(banner: HTMLElement): void {
  banner.setAttribute('aria-modal', 'false');
  // The library focuses this empty element. Without the attribute the element cannot take the focus.
  banner.querySelector(':scope > [tabindex="-1"]')?.removeAttribute('tabindex');
  // The library's own listener is on a parent of the banner. In the capture phase, a listener on the document runs
  // before it.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab' && event.target instanceof Node && banner.contains(event.target)) event.stopPropagation();
    },
    true,
  );
}

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
