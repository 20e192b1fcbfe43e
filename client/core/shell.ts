import type { Image } from '#shared/media/image.ts';
import type { CompanyAddress } from '#shared/places/places-contract.ts';
import type { RenderedSite } from '#shared/rendering.ts';
import { type Parameters, type ParameterType, socialParameters } from '#shared/site/parameter-types.ts';
import type { Logo } from '#shared/site/site-contract.ts';

/** What every page of a site needs. It travels once with the first page and is not fetched again on navigation. */
export interface Shell {
  site: ShellSite;
  parameters: ShellParameters;
  logos: Partial<Record<Logo['type'], ShellLogo>>;
  pages: readonly ShellEntry[];
  /** The estate's main address, where it has one. */
  address: ShellAddress | null;
}

export type ShellSite = Pick<
  RenderedSite,
  'id' | 'name' | 'lang' | 'defaultLang' | 'timeZone' | 'origin' | 'alternates'
>;

/** The parameters that components read in a browser. The server reads sizes and colours itself; long texts have their pages. */
export const shellParameters = [
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
  ...socialParameters,
  'COMMUNITY_SERVER',
  'MESSAGING_USERNAME',
] as const satisfies readonly ParameterType[];
export type ShellParameters = Pick<Parameters, (typeof shellParameters)[number]>;

export type ShellLogo = Pick<Image, 'url' | 'width' | 'height'> & { alt: string };

export interface ShellEntry {
  id: number;
  /** `null`: a heading or a link. */
  path: string | null;
  /** Where its segments alone would put it, if that is not its path: it leads there. */
  byTree?: string;
  menuTitle: string;
  title: string;
  description: string;
  type: string;
  showInMenu: boolean;
  /** The page whose sections it shows, where it has one. */
  page: number | null;
  /** Where a link leads: an address, or the script that it runs. */
  link?: { url: string; script: string };
  /** Language → path of the same page there, on sites with several languages. */
  alternates?: Readonly<Record<string, string>>;
  children: readonly ShellEntry[];
}

export interface ShellAddress {
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

/** Every entry with its children, in menu order. */
export const allEntries = (pages: readonly ShellEntry[]): ShellEntry[] =>
  pages.flatMap((entry) => [entry, ...allEntries(entry.children)]);

/** Path of the first page of a kind, such as the wine list's; `null` where the site has none. */
export const pathOfKind = (shell: Shell, kind: string): string | null =>
  allEntries(shell.pages).find((entry) => entry.type === kind && entry.path !== null)?.path ?? null;

/** The entries from the top of the tree down to the page at `path`; empty where the tree does not have it. */
export function trailTo(pages: readonly ShellEntry[], path: string): ShellEntry[] {
  for (const entry of pages) {
    if (entry.path === path) return [entry];
    const below = trailTo(entry.children, path);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
