import type { ExternalServiceIds } from '#shared/consent/analytics-services.ts';
import type { Image } from '#shared/media/image.ts';
import type { EstateAddress } from '#shared/places/places-contract.ts';
import type { SiteInLanguage } from '#shared/rendering.ts';
import type { ParameterKey, Parameters } from '#shared/site/parameter-definitions.ts';
import type { PopupRules } from '#shared/site/popup-contract.ts';
import type { Logo } from '#shared/site/site-contract.ts';
import { socialNetworkParameterKeys } from '#shared/site/social-networks.ts';

/** Data that every page of a site needs. The document contains it, so a navigation does not load it again. */
export interface SiteShell {
  site: ClientSite;
  parameters: SiteShellParameters;
  logos: Partial<Record<Logo['type'], SiteShellLogo>>;
  pages: readonly ClientPageEntry[];
  /** The postal address of the estate's shop, otherwise the estate's first address. */
  address: SiteShellAddress | null;
  /**
   * The name of the newsletter to which forms offer to subscribe, which is the estate's first one; empty without
   * newsletters.
   */
  newsletter: string;
  /** The estate's ids at the analytics services that it uses. */
  externalIds: ExternalServiceIds;
  /** The rules of the estate's popups; absent without popups. */
  popups?: readonly PopupRules[];
}

export type ClientSite = Pick<
  SiteInLanguage,
  'id' | 'name' | 'lang' | 'defaultLang' | 'timeZone' | 'origin' | 'alternates'
>;

/**
 * Keys of the parameters that components read in a browser. Sizes and colours are rendered into the theme on the server
 * instead.
 */
export const siteShellParameterKeys = [
  'COMPANY_NAME',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
  'PRODUCT_DISPLAY',
  'PRODUCT_ORDER',
  'PRODUCT_ASPECT_RATIO',
  'PROMOTED_NEWS_STYLE',
  'MENU_LAYOUT',
  'MENU_TYPE',
  'REPEAT_SCROLL_ANIMATIONS',
  'SEE_CART_ON_HOVER',
  'COOKIE_CONSENT_MONTHS',
  'PRODUCTS_PAGE_STYLE',
  'PRODUCT_DETAILS_PAGE_STYLE',
  'SERVICES_PAGE_STYLE',
  'TOP_BAR_INFO',
  'USE_PRODUCT_STOCK',
  'STOCK_LIMIT_DISPLAY',
  'FREE_SHIPPING_BOTTLE',
  'FREE_SHIPPING_PRICE',
  'MINIMUM_EXPEDITION_BOTTLE',
  'MAXIMUM_EXPEDITION_BOTTLE',
  'OPENING_HOURS_MONDAY',
  'OPENING_HOURS_TUESDAY',
  'OPENING_HOURS_WEDNESDAY',
  'OPENING_HOURS_THURSDAY',
  'OPENING_HOURS_FRIDAY',
  'OPENING_HOURS_SATURDAY',
  'OPENING_HOURS_SUNDAY',
  ...socialNetworkParameterKeys,
  'COMMUNITY_SERVER',
  'FORMS_PROOF_OF_WORK',
  'MESSAGING_USERNAME',
] as const satisfies readonly ParameterKey[];
export type SiteShellParameters = Pick<Parameters, (typeof siteShellParameterKeys)[number]>;

export type SiteShellLogo = Pick<Image, 'url' | 'width' | 'height'> & { alt: string };

export interface ClientPageEntry {
  id: number;
  /** URL path of the page; `null` for an entry without a page, which is a heading or an external link. */
  path: string | null;
  /**
   * URL path that follows from the position in the page tree, if it differs from `path`. A request for it is redirected
   * to `path`.
   */
  treePath?: string;
  menuTitle: string;
  /** Title and description are for loaders alone. The document does not contain them (`readEntryTexts`). */
  title: string;
  description: string;
  type: string;
  showInMenu: boolean;
  /** The value of `route` that the elements on this list page have, such as `events`. */
  elementRoute?: string;
  /** Id of the page whose sections the entry shows. */
  page: number | null;
  /** Target of a menu link: a URL, or the hash of a script to run. */
  link?: { url: string; script: string };
  /** URL paths of the same page in the site's languages. */
  alternates?: Readonly<Record<string, string>>;
  children: readonly ClientPageEntry[];
}

export interface SiteShellAddress {
  name: string;
  address: string;
  addressPart2: string;
  postalCode: string;
  city: string;
  country: string;
  phone: string;
  email: string;
  openingHours: EstateAddress['openingHours'];
}

/** Lists all entries of a page tree in menu order. */
export const flattenPageTree = (pages: readonly ClientPageEntry[]): ClientPageEntry[] =>
  pages.flatMap((entry) => [entry, ...flattenPageTree(entry.children)]);

/** Finds the URL path of the first page of a kind; `null` if the site has none. */
export const findPathOfPageKind = (shell: SiteShell, kind: string): string | null =>
  flattenPageTree(shell.pages).find((entry) => entry.type === kind && entry.path !== null)?.path ?? null;

/**
 * Finds the entries from the root of the page tree to the page at `path`. The list is empty if the tree does not
 * contain the page.
 */
export function findEntriesAlongPath(pages: readonly ClientPageEntry[], path: string): ClientPageEntry[] {
  for (const entry of pages) {
    if (entry.path === path) return [entry];
    const rest = findEntriesAlongPath(entry.children, path);
    if (rest.length > 0) return [entry, ...rest];
  }
  return [];
}
