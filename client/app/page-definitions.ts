import type { PageDefinition, PageDefinitions } from '#client/core/page-definition.ts';
import type { AnyPageModule } from '#client/core/page-module.ts';
import { type ContentDetailPageKind, type ContentListPageKind, contentTypePages } from '#shared/content-type-pages.ts';
import type { LazyTextDomain } from '#shared/texts.ts';

/** The patterns find page modules by their file name, so no other file in these folders may be called `…Page.tsx`. */
const modules = import.meta.glob<AnyPageModule>(['/client/app/pages/**/*Page.tsx', '/client/features/**/*Page.tsx']);

const pathsByName = new Map(
  Object.keys(modules).map((path) => [path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), path]),
);

/**
 * Creates the definition of a kind of page.
 * @param name file name of the page module without extension. It is unique among page modules, so moving the file
 * changes nothing here.
 */
function page(
  name: `${string}Page`,
  texts: readonly LazyTextDomain[] = [],
  layout: PageDefinition['layout'] = 'page',
): PageDefinition {
  const path = pathsByName.get(name);
  const load = path && modules[path];
  if (!load) throw new Error(`there is no page module ${name}.tsx`);
  return { layout, source: path.slice(1), load, texts };
}

const legalPage = page('LegalPage');
const cmsPage = page('CmsPage');
const blogList = page('BlogListPage', ['content']);

/**
 * Pages of all content types with the page modules for articles. `pageDefinitions` replaces the pages of content types
 * that have separate modules.
 */
const contentPages = Object.fromEntries(
  Object.values(contentTypePages).flatMap(({ listKind, detailKind }) => [
    [listKind, page('ContentListPage', ['content'])],
    [detailKind, page('ContentDetailPage', ['content'])],
  ]),
) as Record<ContentListPageKind | ContentDetailPageKind, PageDefinition>;

/** The page module of each kind of page. The browser loads it when a page of its kind is opened. */
export const pageDefinitions: PageDefinitions = {
  HOME: page('HomePage', [], 'default'),
  ESTATE: { ...cmsPage, layout: 'default' },
  MOTORHOME: { ...cmsPage, layout: 'default' },
  CMS: cmsPage,
  TEXT: cmsPage,
  WINE: page('WineListPage'),
  GRAPE: page('JuiceListPage'),
  PRODUCT_SEARCH: page('ProductSearchPage', ['search']),
  PRODUCT: page('ProductPage', ['product', 'reviews']),
  ...contentPages,
  ALBUMS: page('AlbumListPage', ['content']),
  ALBUM: page('AlbumPage', ['content']),
  BLOG: blogList,
  BLOG_FOLDER: blogList,
  BLOG_POST: page('BlogPostPage', ['content']),
  CONTACT: { ...page('ContactPage', ['forms']), hasOwnPolicy: true },
  FORM: page('FormPage', ['forms']),
  ELEMENTS: page('ElementListPage', ['elements']),
  ELEMENT: page('ElementPage', ['elements', 'accounts']),
  SERVICES: page('ServiceListPage', ['services']),
  SERVICE: page('ServicePage', ['services']),
  PRIVACY_POLICY: legalPage,
  USE_TERMS: legalPage,
  SALE_TERMS: legalPage,
  COOKIE_POLICY: legalPage,
  LEGAL_NOTICE: legalPage,
  ACCESSIBILITY: legalPage,
  FOLDER: page('FolderPage'),
  LINK: page('NotFoundPage'),
  CART: page('CartPage', ['cart']),
  CHECKOUT: { ...page('CheckoutPage', ['cart', 'checkout', 'accounts']), hasOwnPolicy: true },
  ORDER_PLACED: { ...page('OrderPlacedPage', ['orders']), isPathIndependent: true },
  GUEST_ORDER: { ...page('GuestOrderPage', ['orders', 'accounts']), hasSecret: true },
  SINGLE_FORM: page('SingleFormPage', ['forms']),
  REGISTRATION: { ...page('RegistrationCancellationPage', ['elements', 'accounts']), hasSecret: true },
  REVIEW_INVITATION: { ...page('ReviewInvitationPage', ['reviews', 'review-pages']), hasSecret: true },
  REVIEW_REFUSAL: { ...page('ReviewRefusalPage', ['review-pages']), hasSecret: true },
  REVIEWS: page('EstateReviewsPage', ['reviews', 'review-pages']),
  WITHDRAWAL: page('WithdrawalPage', ['withdrawals', 'accounts']),
  AUTH: page('AuthPage', ['accounts']),
  ACTIVATION: { ...page('ActivationPage', ['accounts']), hasSecret: true },
  STAFF_INVITATION: { ...page('InvitationPage', ['accounts', 'invitation']), hasSecret: true },
  PASSWORD_RESET_ASK: page('PasswordResetRequestPage', ['accounts']),
  PASSWORD_RESET: { ...page('PasswordResetPage', ['accounts']), hasSecret: true },
  NEWSLETTER_CONFIRMATION: { ...page('NewsletterConfirmationPage', ['accounts']), hasSecret: true },
  NEWSLETTER_UNSUBSCRIPTION: { ...page('NewsletterUnsubscriptionPage', ['accounts']), hasSecret: true },
  ACCOUNT: page('AccountPage', ['accounts', 'orders']),
  ACCOUNT_ORDER: { ...page('AccountOrderPage', ['accounts', 'orders']), isPathIndependent: true },
  NOT_FOUND: page('NotFoundPage'),
};
