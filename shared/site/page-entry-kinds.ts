import { type ContentListPageKind, contentTypePages } from '../content-type-pages.ts';

const contentListKinds: readonly ContentListPageKind[] = Object.values(contentTypePages).map(
  ({ listKind }) => listKind,
);

/** The values of `type` of a page tree entry. Detail pages such as PRODUCT are no entries and have other kinds. */
export const pageEntryKinds = [
  'HOME',
  'ESTATE',
  'MOTORHOME',
  'CMS',
  'TEXT',
  'WINE',
  'GRAPE',
  ...contentListKinds,
  'CONTACT',
  'FORM',
  'PRODUCT_SEARCH',
  'PRIVACY_POLICY',
  'USE_TERMS',
  'SALE_TERMS',
  'COOKIE_POLICY',
  'LEGAL_NOTICE',
  'ACCESSIBILITY',
  'FOLDER',
  'LINK',
] as const;
export type PageEntryKind = (typeof pageEntryKinds)[number];

/** Kinds of pages with legal texts. Each kind is also the key of the parameter that contains the text. */
export const legalPageKinds = [
  'LEGAL_NOTICE',
  'SALE_TERMS',
  'USE_TERMS',
  'PRIVACY_POLICY',
  'COOKIE_POLICY',
  'ACCESSIBILITY',
] as const satisfies readonly PageEntryKind[];

/** The pages that every site has in every language, even if its page tree does not list them. */
export const pageKindsByFixedPath = {
  '/': 'HOME',
  '/contact': 'CONTACT',
  '/cookie-policy': 'COOKIE_POLICY',
  '/legal-notice': 'LEGAL_NOTICE',
  '/privacy-policy': 'PRIVACY_POLICY',
  '/sale-terms': 'SALE_TERMS',
  '/use-terms': 'USE_TERMS',
  '/products/search': 'PRODUCT_SEARCH',
} as const satisfies Record<string, PageEntryKind>;

/** Pages with a fixed path that a site has only if its page tree lists them. */
export const optionalFixedPathKinds = {
  '/accessibility': 'ACCESSIBILITY',
} as const satisfies Record<string, PageEntryKind>;
