import { getLanguageCode, type Lang } from '#shared/languages.ts';
import type { MenuGroup } from '#shared/resource-spec.ts';

/** The guides for users of the panel, which are files below `docs/operators/panel`. */
export type GuideName = MenuGroup | 'today' | 'media' | 'mail-domain';

/** The screens with a separate guide. Every other screen is explained by the guide of its group of the menu. */
const guides: Readonly<Record<string, GuideName>> = {
  image: 'media',
  file: 'media',
};

/** The keys of the sentences that explain screens without a text in `admin-resources.json`. */
const screenHelpKeys: Readonly<Record<string, string>> = {
  'collection-calendar': 'admin-selling.calendar.help',
  consent: 'admin-people.consents.help',
  domain: 'admin-site.domains.help',
  'form-submission': 'admin-content.submissions.help',
  'go-live': 'admin-people.goLive.help',
  language: 'admin-site.languages.help',
  'product-import': 'admin-catalogue.import.help',
  prices: 'admin-catalogue.prices.help',
  registration: 'admin-content.registrations.help',
  review: 'admin-content.reviews.help',
  security: 'admin-people.security.help',
  staff: 'admin-people.staff.help',
  stock: 'admin-catalogue.stock.help',
  subscriber: 'admin-content.subscribers.help',
};

/**
 * Returns the guide for a screen; `today` for a screen without a separate guide or a group.
 * @param screen The first part of the screen's URL path below `/admin`, such as `product` or `go-live`.
 */
export const getGuideNameOfScreen = (screen: string, group: MenuGroup | null): GuideName =>
  guides[screen] ?? group ?? 'today';

export const getScreenHelpKey = (screen: string): string => screenHelpKeys[screen] ?? `admin-resources.${screen}.help`;

/** Returns the path of a guide from the root of the repository. */
export const buildGuideFilePath = (name: GuideName, lang: Lang): string =>
  `/docs/operators/panel/${getLanguageCode(lang)}/${name}.md`;
