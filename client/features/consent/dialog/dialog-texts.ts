import { findPathOfPageKind, type SiteShell } from '#client/core/site-shell.ts';
import { consentCategories, type EnabledAnalyticsService } from '#shared/consent/analytics-services.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { Texts } from '#shared/texts.ts';

const nameService = ({ name, company }: EnabledAnalyticsService): string =>
  name === company ? name : `${name} (${company})`;

/** Creates the texts of banner and settings as HTML, with a section for each category that the estate uses. */
export function createDialogTexts(
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
