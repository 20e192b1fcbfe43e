import type { LoadedPage, PageModule } from '#client/core/page-module.ts';
import type { ShopPageKind } from '#client/core/shop-pages.ts';
import type { ContentDetailKind } from '#shared/content/content-types.ts';
import { tileHost } from '#shared/shipping/map-tiles.ts';
import type { PageKind } from '#shared/site/page-kinds.ts';
import type { LaterDomain } from '#shared/texts.ts';

/** Kinds of page that no tree lists: what lies below another page, and what answers for nothing else. */
export type RouteKind = PageKind | ShopPageKind | ContentDetailKind | 'PRODUCT' | 'NOT_FOUND';

export interface PageDefinition {
  /** `default` lets the page's picture run under the header; `page` begins with the breadcrumb on paper. */
  layout: 'default' | 'page';
  /** Path from the root of the repository: the build's name of the module, by which its files are found. */
  source: string;
  load: () => Promise<LoadedPage>;
  /** Domains whose texts come with the page. */
  texts: readonly LaterDomain[];
  /** Whether its address holds a secret: such a page is kept nowhere and tells nobody where it is. */
  secret?: true;
  /** Other hosts that its pictures may come from, once the visitor has asked for them. */
  imageHosts?: readonly string[];
}

/** A definition, made here so that the compiler sees that a module's page shows what its loader loads. */
const page = <Data>(
  layout: PageDefinition['layout'],
  source: string,
  load: () => Promise<PageModule<Data>>,
  texts: readonly LaterDomain[] = [],
): PageDefinition => ({ layout, source, load, texts });

const textPage = page(
  'page',
  'client/features/site/LegalPage.tsx',
  () => import('#client/features/site/LegalPage.tsx'),
);
const cmsPage = page('page', 'client/features/site/CmsPage.tsx', () => import('#client/features/site/CmsPage.tsx'));

/** Kind of page → its layout and code, loaded when a page of the kind is opened. */
export const pageDefinitions: Record<RouteKind, PageDefinition> = {
  HOME: page('default', 'client/features/site/HomePage.tsx', () => import('#client/features/site/HomePage.tsx')),
  ESTATE: { ...cmsPage, layout: 'default' },
  MOTORHOME: { ...cmsPage, layout: 'default' },
  CMS: cmsPage,
  TEXT: cmsPage,
  WINE: page(
    'page',
    'client/features/catalogue/WineListPage.tsx',
    () => import('#client/features/catalogue/WineListPage.tsx'),
  ),
  GRAPE: page(
    'page',
    'client/features/catalogue/JuiceListPage.tsx',
    () => import('#client/features/catalogue/JuiceListPage.tsx'),
  ),
  PRODUCT_SEARCH: page(
    'page',
    'client/features/catalogue/ProductSearchPage.tsx',
    () => import('#client/features/catalogue/ProductSearchPage.tsx'),
  ),
  PRODUCT: page(
    'page',
    'client/features/catalogue/ProductPage.tsx',
    () => import('#client/features/catalogue/ProductPage.tsx'),
  ),
  NEWS: page(
    'page',
    'client/features/content/NewsListPage.tsx',
    () => import('#client/features/content/NewsListPage.tsx'),
  ),
  NEWS_ARTICLE: page(
    'page',
    'client/features/content/NewsArticlePage.tsx',
    () => import('#client/features/content/NewsArticlePage.tsx'),
  ),
  CONTACT: page('page', 'client/features/site/ContactPage.tsx', () => import('#client/features/site/ContactPage.tsx')),
  PRIVACY_POLICY: textPage,
  USE_TERMS: textPage,
  SALE_TERMS: textPage,
  COOKIE_POLICY: textPage,
  LEGAL_NOTICE: textPage,
  FOLDER: page('page', 'client/features/site/FolderPage.tsx', () => import('#client/features/site/FolderPage.tsx')),
  LINK: page('page', 'client/features/site/NotFoundPage.tsx', () => import('#client/features/site/NotFoundPage.tsx')),
  CART: page('page', 'client/features/cart/CartPage.tsx', () => import('#client/features/cart/CartPage.tsx'), [
    'ordering',
  ]),
  CHECKOUT: {
    ...page(
      'page',
      'client/features/checkout/CheckoutPage.tsx',
      () => import('#client/features/checkout/CheckoutPage.tsx'),
      ['ordering', 'accounts'],
    ),
    imageHosts: [tileHost],
  },
  ORDER_PLACED: page(
    'page',
    'client/features/orders/OrderPlacedPage.tsx',
    () => import('#client/features/orders/OrderPlacedPage.tsx'),
    ['ordering'],
  ),
  WITHDRAWAL: page(
    'page',
    'client/features/withdrawals/WithdrawalPage.tsx',
    () => import('#client/features/withdrawals/WithdrawalPage.tsx'),
    ['ordering', 'accounts'],
  ),
  AUTH: page('page', 'client/features/accounts/AuthPage.tsx', () => import('#client/features/accounts/AuthPage.tsx'), [
    'accounts',
  ]),
  ACTIVATION: {
    ...page(
      'page',
      'client/features/accounts/ActivationPage.tsx',
      () => import('#client/features/accounts/ActivationPage.tsx'),
      ['accounts'],
    ),
    secret: true,
  },
  PASSWORD_RESET_ASK: page(
    'page',
    'client/features/accounts/PasswordResetAskPage.tsx',
    () => import('#client/features/accounts/PasswordResetAskPage.tsx'),
    ['accounts'],
  ),
  PASSWORD_RESET: {
    ...page(
      'page',
      'client/features/accounts/PasswordResetPage.tsx',
      () => import('#client/features/accounts/PasswordResetPage.tsx'),
      ['accounts'],
    ),
    secret: true,
  },
  NEWSLETTER_CONFIRMATION: {
    ...page(
      'page',
      'client/features/accounts/NewsletterConfirmationPage.tsx',
      () => import('#client/features/accounts/NewsletterConfirmationPage.tsx'),
      ['accounts'],
    ),
    secret: true,
  },
  ACCOUNT: page(
    'page',
    'client/features/orders/AccountPage.tsx',
    () => import('#client/features/orders/AccountPage.tsx'),
    ['accounts', 'ordering'],
  ),
  ACCOUNT_ORDER: page(
    'page',
    'client/features/orders/AccountOrderPage.tsx',
    () => import('#client/features/orders/AccountOrderPage.tsx'),
    ['accounts', 'ordering'],
  ),
  NOT_FOUND: page(
    'page',
    'client/features/site/NotFoundPage.tsx',
    () => import('#client/features/site/NotFoundPage.tsx'),
  ),
};
