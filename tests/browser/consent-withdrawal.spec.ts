import type { Page } from '@playwright/test';
import type { PageKindOutsideTree } from '#client/core/fixed-path-pages.ts';
import type { RouteKind } from '#client/core/page-definition.ts';
import { type StandardContentTypeName, standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import { isFirstPartyPath } from '#shared/site/personal-paths.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { setSessionCookies, test as shopTest } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, markDocument } from '#tests/support/browser/shop-test.ts';
import { acceptedConsentCookie } from '#tests/support/browser/stored-consent.ts';
import { stubAndRecordThirdParties } from '#tests/support/browser/third-parties.ts';
import { chenes, findItemPath } from '#tests/support/fixtures/estates.ts';

// A withdrawal must be as easy as the consent, from every page. The compiler checks that each kind of page has a path.

/** The pages of an account are tested below, because they need a log-in. */
type AccountPageKind = 'ACCOUNT' | 'ACCOUNT_ORDER';

/** Page kinds without a page at the estate. LINK only links to a page, and TEXT differs from CMS only in its name. */
type KindWithoutPage = 'LINK' | 'TEXT';

/** The kinds of pages of standard content types, which share their page modules. */
type StandardContentKind = (typeof contentTypePages)[StandardContentTypeName]['listKind' | 'detailKind'];

/** The pages of the standard content types that have items at the estate. */
const standardContentPages = Object.fromEntries(
  standardContentTypeNames.flatMap((name) => {
    const list = chenes.lists[name];
    if (list === undefined) return [];
    const { listKind, detailKind } = contentTypePages[name];
    return [
      [listKind, list],
      [detailKind, findItemPath(chenes, list)],
    ];
  }),
) as Partial<Record<StandardContentKind, string>>;

const unknownToken = 'x'.repeat(43);

const shopPages: Record<Exclude<PageKindOutsideTree, AccountPageKind>, string> = {
  CART: '/cart',
  CHECKOUT: '/checkout',
  ORDER_PLACED: '/checkout/done/1',
  GUEST_ORDER: `/orders/${unknownToken}`,
  SINGLE_FORM: '/forms/2',
  WITHDRAWAL: '/withdrawal',
  REGISTRATION: `/registrations/${unknownToken}`,
  REVIEW_INVITATION: `/review/${unknownToken}`,
  REVIEW_REFUSAL: `/review/refuse/${unknownToken}`,
  REVIEWS: '/reviews',
  AUTH: '/auth',
  ACTIVATION: `/auth/activate/${unknownToken}`,
  STAFF_INVITATION: `/auth/invitation/${unknownToken}`,
  PASSWORD_RESET_ASK: '/password/reset/ask',
  PASSWORD_RESET: `/password/reset/${unknownToken}`,
  NEWSLETTER_CONFIRMATION: `/newsletter/confirm/${unknownToken}`,
  NEWSLETTER_UNSUBSCRIPTION: `/newsletter/unsubscribe/${unknownToken}`,
};

const sitePages: Record<Exclude<RouteKind, PageKindOutsideTree | KindWithoutPage | StandardContentKind>, string> = {
  HOME: '/',
  ESTATE: '/notre-domaine',
  MOTORHOME: '/accueil-de-camping-cars-en-poitou-charentes',
  CMS: '/visites-et-degustations',
  WINE: chenes.lists.wines,
  GRAPE: chenes.lists.juices,
  PRODUCT: '/wines/rose-aube/6',
  PRODUCT_SEARCH: '/products/search?search=cabernet',
  BLOG: chenes.lists.blog,
  BLOG_FOLDER: '/carnet/folder/au-fil-des-saisons/2',
  BLOG_POST: '/carnet/pourquoi-le-pineau-attend/4',
  ALBUMS: chenes.lists.albums,
  ALBUM: '/albums/une-annee-au-domaine/1',
  ELEMENTS: chenes.lists.elements,
  ELEMENT: '/notre-domaine/agenda/l-atelier-d-assemblage/3',
  SERVICES: '/notre-domaine/services',
  SERVICE: '/notre-domaine/services/visite-privee/1',
  CONTACT: '/contact',
  FORM: '/notre-domaine/visites-de-groupe',
  FOLDER: '/nos-produits',
  PRIVACY_POLICY: '/privacy-policy',
  USE_TERMS: '/use-terms',
  ACCESSIBILITY: '/accessibility',
  SALE_TERMS: '/sale-terms',
  COOKIE_POLICY: '/cookie-policy',
  LEGAL_NOTICE: '/legal-notice',
  NOT_FOUND: '/nothing/here',
};

const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg"/>';

interface Choice {
  accepted: string[];
  refused: string[];
}

const test = shopTest.extend<{ choices: Choice[] }>({
  /**
   * The choices that pages send to the API. The fixture responds itself, because the API limits choices per network.
   */
  choices: async ({ context, pageErrors }, use) => {
    pageErrors.allow(/^other host/, /^status (400|401|403|404|410|422): /);
    await stubAndRecordThirdParties(context);
    // Pictures are replaced, because their conversion would take most of the time of these tests.
    await context.route('**/image/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: emptyPicture }));
    const choices: Choice[] = [];
    await context.route('**/api/consent', (route) => {
      choices.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true, message: '', data: { recordedAt: new Date().toISOString() } } });
    });
    await use(choices);
  },
});

test.use({
  storageState: { cookies: [], origins: [] },
  actionTimeout: 20_000,
});

/** Opens a page as a visitor who has accepted all services, and withdraws the consent with the keyboard. */
async function withdrawOn(page: Page, choices: readonly Choice[], kind: string, path: string): Promise<void> {
  await page.context().addCookies([acceptedConsentCookie]);
  const response = await page.goto(buildShopUrl(chenes, path), { waitUntil: 'commit' });
  if (response?.ok()) expect(await response.text()).toContain(`"kind":"${kind}"`);
  // The page sends the consent record as soon as its link to the settings works.
  await expect.poll(() => choices.length, 'the page sends the choice').toBe(1);
  await markDocument(page);

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Cookies', exact: true }).focus();
  await tabTo(page, footer.getByRole('link', { name: 'Gérer les cookies' }));
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Vos réglages de cookies' });
  await expect.poll(() => settings.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await tabTo(page, settings.getByRole('button', { name: 'Tout refuser' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => choices.at(-1)?.accepted, 'the page sends the withdrawal').toEqual([]);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'consent');
  const { services } = JSON.parse(decodeURIComponent(cookie?.value ?? '{}'));
  expect(Object.values(services).flat()).toEqual([]);
  // Only personal pages have run no service. A context that were closed during the reload would hang.
  if (isFirstPartyPath(path)) return;
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-same'));
  await page.waitForLoadState();
}

for (const [kind, path] of Object.entries({ ...sitePages, ...standardContentPages, ...shopPages }))
  test(`consent can be withdrawn from the footer of the page ${path} of the kind ${kind}`, ({ page, choices }) =>
    withdrawOn(page, choices, kind, path));

for (const kind of ['ACCOUNT', 'ACCOUNT_ORDER'] satisfies AccountPageKind[])
  test(`consent can be withdrawn from the footer of a customer's page of the kind ${kind}`, async ({
    page,
    context,
    choices,
    shop,
  }) => {
    const customer = await shop.createCustomer(chenes);
    const order = await shop.insertOrder(customer);
    await setSessionCookies(context, chenes, customer);
    await withdrawOn(page, choices, kind, kind === 'ACCOUNT' ? '/account' : `/account/orders/${order}`);
  });
