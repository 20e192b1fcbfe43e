import {
  buildShopUrl,
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
} from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

test('a visitor navigates from the home page to another vintage, another format and a recommended wine', async ({
  page,
}) => {
  await openPage(page, chenes, '/');
  await markDocument(page);
  await page.getByRole('main').getByRole('link', { name: 'Tous nos vins' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
  await page.getByRole('link', { name: /Les Vieux Chênes/ }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/wines/cabernet-les-vieux-chenes/8'));
  await expect(page).toHaveTitle(/^Cabernet «\sLes Vieux Chênes\s» 2022/);

  await page.getByRole('navigation', { name: 'Millésime' }).getByRole('link', { name: '2020' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/wines/cabernet-les-vieux-chenes/8/2020'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2020');
  await expect(page.getByText(/^13,50\s€/)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Format' })
    .getByRole('link', { name: /1,5\sl/ })
    .click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/wines/cabernet-les-vieux-chenes/8/detail/118'));
  await expect(page.getByText(/^29,00\s€/)).toBeVisible();
  await expect(page.getByText(/19,33\s€ le litre/).first()).toBeVisible();
  await expect(page.getByText('Plus que 3 bouteilles')).toBeVisible();

  const recommendations = page
    .getByRole('region', { name: 'Sur la même étagère' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Sur la même étagère' }) }));
  await recommendations.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Vieux Chênes');
  expect(await isSameDocument(page), 'client-side navigation').toBe(true);

  await page.goBack();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/wines/cabernet-les-vieux-chenes/8/detail/118'));
  await expect(page.getByText(/^29,00\s€/)).toBeVisible();
});

test('a page whose link the pointer rests on is read before the click, and the cart is not', async ({ page }) => {
  await openPage(page, chenes, '/actualites');
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) calls.push(pathname);
  });
  const link = page.getByRole('banner').getByRole('link', { name: 'Camping-cars' }).first();
  await link.hover();
  await expect.poll(() => calls.some((path) => path.startsWith('/api/page/'))).toBe(true);
  await page.waitForLoadState('networkidle');
  const before = calls.length;
  await link.click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/accueil-de-camping-cars-en-poitou-charentes'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre étape dans les vignes');
  expect(calls.slice(before)).toEqual([]);

  await page.getByRole('banner').getByRole('link', { name: 'Panier' }).first().hover();
  await page.waitForTimeout(300);
  expect(calls.slice(before)).toEqual([]);
});

test('a discounted wine shows the lowest price of thirty days crossed out, and the discount from it', async ({
  page,
}) => {
  await openPage(page, chenes, '/wines/merlot-la-garenne/7/2022');
  const main = page.getByRole('main');
  await expect(main.getByText(/^7,14\s€/).first()).toBeVisible();
  await expect(main.locator('s').first()).toContainText('8,40');
  await expect(main.getByText(/−15\s%/).first()).toBeVisible();
});

test('sold-out wines and low stock are labelled', async ({ page }) => {
  await openPage(page, chenes, '/wines/gamay-la-treille/11');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Épuisé' })).toBeVisible();
  await openPage(page, willow, '/wines/saussignac/8');
  await expect(page.getByRole('status').filter({ hasText: 'Only 4 bottles left' })).toBeVisible();
});

test('a product page shows tasting notes, nutrition, allergens and the health warning', async ({ page }) => {
  await openPage(page, chenes, '/wines/chardonnay-les-terrasses/1');
  const main = page.getByRole('main');
  for (const heading of ['Dégustation', 'À table', 'Fiche technique', 'Distinctions', 'Partager'])
    await expect(main.getByRole('heading', { name: heading })).toBeVisible();
  const nutrition = main.locator('details', { hasText: 'Nutrition et ingrédients' });
  await expect(nutrition.getByText('Énergie')).toBeHidden();
  await nutrition.locator('summary').click();
  await expect(nutrition.getByText('Énergie')).toBeVisible();
  await expect(nutrition.getByText(/kJ \/ \d+\skcal/)).toBeVisible();
  await expect(nutrition.getByText(/sulfites/i).first()).toBeVisible();
  await expect(
    main.getByText('L’abus d’alcool est dangereux pour la santé, à consommer avec modération.'),
  ).toBeVisible();
  await expect(main.getByText(/mineurs de moins de dix-huit ans/)).toBeVisible();
});

test('a box lists its contents and links to each bottle', async ({ page }) => {
  await openPage(page, willow, '/products/discovery-case/13');
  const contents = page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: 'In this case' }) });
  await expect(contents.getByRole('link')).not.toHaveCount(0);
  await contents.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/wines\//);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The Discovery Case');
});

test('the formats of a juice are selected by a query parameter', async ({ page }) => {
  await openPage(page, chenes, '/products/jus-de-raisin-blanc/25');
  await expect(page.getByText(/^3,90\s€ TTC/)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Format' })
    .getByRole('link', { name: /25\scl/ })
    .click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/products/jus-de-raisin-blanc/25?format=142'));
  await expect(page.getByText(/^2,20\s€ TTC/)).toBeVisible();
});

test('the search shows results, and a message when nothing matches', async ({ page }) => {
  await openPage(page, chenes, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Rechercher' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rechercher');
  const field = page.getByRole('searchbox');
  await field.fill('pineau rose');
  await field.press('Enter');
  await expect(page).toHaveURL(/search=pineau\+rose|search=pineau%20rose/);
  await expect(page.getByRole('article').first()).toContainText('Pineau');
  await page.getByRole('searchbox').fill('bière <b>');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Aucun résultat pour « bière <b> »' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'À découvrir' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('the share button copies the public address of a wine', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, chenes, '/wines/rose-aube/6');
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(page.getByRole('button', { name: 'Lien copié' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${chenes.origin}/wines/rose-aube/6`);
});
