import type { PageDefinition, PageDefinitions } from '#client/core/page-definition.ts';
import type { PageModule } from '#client/core/page-module.ts';
import { tileHost } from '#shared/shipping/map-tiles.ts';
import type { LazyDomain } from '#shared/texts.ts';

/** Makes the compiler check that a module's page shows the data that its loader returns. */
const page = <Data>(
  layout: PageDefinition['layout'],
  source: string,
  load: () => Promise<PageModule<Data>>,
  texts: readonly LazyDomain[] = [],
): PageDefinition => ({ layout, source, load, texts });

const textPage = page(
  'page',
  'client/features/site/LegalPage.tsx',
  () => import('#client/features/site/LegalPage.tsx'),
);
const cmsPage = page('page', 'client/app/pages/CmsPage.tsx', () => import('#client/app/pages/CmsPage.tsx'));

/** The layout and the module of each kind of page; a module is loaded when a page of its kind is opened. */
export const pageDefinitions: PageDefinitions = {
  HOME: page('default', 'client/app/pages/HomePage.tsx', () => import('./pages/HomePage.tsx')),
  ESTATE: { ...cmsPage, layout: 'default' },
  MOTORHOME: { ...cmsPage, layout: 'default' },
  CMS: cmsPage,
  TEXT: cmsPage,
  WINE: page('page', 'client/app/pages/WineListPage.tsx', () => import('./pages/WineListPage.tsx')),
  GRAPE: page('page', 'client/app/pages/JuiceListPage.tsx', () => import('./pages/JuiceListPage.tsx')),
  PRODUCT_SEARCH: page('page', 'client/app/pages/ProductSearchPage.tsx', () => import('./pages/ProductSearchPage.tsx')),
  PRODUCT: page('page', 'client/app/pages/ProductPage.tsx', () => import('./pages/ProductPage.tsx')),
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
  CONTACT: page('page', 'client/app/pages/ContactPage.tsx', () => import('#client/app/pages/ContactPage.tsx')),
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
    ...page('page', 'client/app/pages/ActivationPage.tsx', () => import('./pages/ActivationPage.tsx'), ['accounts']),
    secret: true,
  },
  PASSWORD_RESET_ASK: page(
    'page',
    'client/features/accounts/PasswordResetRequestPage.tsx',
    () => import('#client/features/accounts/PasswordResetRequestPage.tsx'),
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
