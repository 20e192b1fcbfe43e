import type { ExternalServiceIds } from '#client/core/analytics/analytics-provider.ts';
import type { Image } from '#shared/media/image.ts';
import type { CompanyAddress } from '#shared/places/places-contract.ts';
import type { RenderedSite } from '#shared/rendering.ts';
import { type ParameterKey, type Parameters, socialNetworkParameterKeys } from '#shared/site/parameter-kinds.ts';
import type { Logo } from '#shared/site/site-contract.ts';

/** Data that every page of a site needs. The document contains it, and a navigation does not fetch it again. */
export interface SiteShell {
  site: ClientSite;
  parameters: SiteShellParameters;
  logos: Partial<Record<Logo['type'], SiteShellLogo>>;
  pages: readonly ClientPageEntry[];
  /** Postal address of the estate's shop, else its first address. */
  address: ClientPostalAddress | null;
  /** See `SiteInfo`. */
  externalIds: ExternalServiceIds;
}

export type ClientSite = Pick<
  RenderedSite,
  'id' | 'name' | 'lang' | 'defaultLang' | 'timeZone' | 'origin' | 'alternates'
>;

/** The parameters that components read in a browser. Sizes and colours are rendered into the theme on the server. */
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
  'NEWSLETTER',
  'PRODUCTS_PAGE_STYLE',
  'PRODUCT_DETAILS_PAGE_STYLE',
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
  'MESSAGING_USERNAME',
] as const satisfies readonly ParameterKey[];
export type SiteShellParameters = Pick<Parameters, (typeof siteShellParameterKeys)[number]>;

export type SiteShellLogo = Pick<Image, 'url' | 'width' | 'height'> & { alt: string };

export interface ClientPageEntry {
  id: number;
  /** `null` for entries without a page: headings and external links. */
  path: string | null;
  /** Path by the position in the tree, if it differs from `path`. It redirects to `path`. */
  treePath?: string;
  menuTitle: string;
  title: string;
  description: string;
  type: string;
  showInMenu: boolean;
  /** Id of the page whose sections are shown. */
  page: number | null;
  /** Target of a menu link: a URL, or the hash of a script to run. */
  link?: { url: string; script: string };
  /** URL path of the same page by language. */
  alternates?: Readonly<Record<string, string>>;
  children: readonly ClientPageEntry[];
}

export interface ClientPostalAddress {
  name: string;
  address: string;
  addressPart2: string;
  postalCode: string;
  city: string;
  country: string;
  phone: string;
  email: string;
  openingHours: CompanyAddress['openingHours'];
}

/** Flattens the page tree in menu order. */
export const flattenPageTree = (pages: readonly ClientPageEntry[]): ClientPageEntry[] =>
  pages.flatMap((entry) => [entry, ...flattenPageTree(entry.children)]);

/** Returns the path of the first page of a kind, or `null` if the site has none. */
export const findPathOfPageKind = (shell: SiteShell, kind: string): string | null =>
  flattenPageTree(shell.pages).find((entry) => entry.type === kind && entry.path !== null)?.path ?? null;

/** Returns the entries from the root of the page tree to the page at `path`; empty if the tree does not contain it. */
export function findEntriesAlongPath(pages: readonly ClientPageEntry[], path: string): ClientPageEntry[] {
  for (const entry of pages) {
    if (entry.path === path) return [entry];
    const rest = findEntriesAlongPath(entry.children, path);
    if (rest.length > 0) return [entry, ...rest];
  }
  return [];
}
