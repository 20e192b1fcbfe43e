import type { Page } from '@playwright/test';
import {
  buildShopUrl,
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
  waitForHydration,
} from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const wines = chenes.lists.wines;

const names = (page: Page) => page.getByRole('article').getByRole('heading').allInnerTexts();

/** Reads the prices on the product cards, in cents. */
async function prices(page: Page): Promise<number[]> {
  const cards = await page.getByRole('article').allInnerTexts();
  return cards.map((card) => Number(/(\d+),(\d\d)\s€/.exec(card)?.slice(1).join('')));
}

const resultCount = (page: Page) => page.getByRole('main').getByText(/^\d+ références?$/);

const openFilters = (page: Page) => page.locator('summary').filter({ hasText: 'Affiner le choix' }).click();

test('filters by kind and vintage are applied and kept in the address', async ({ page }) => {
  await openPage(page, chenes, wines);
  await markDocument(page);
  await expect(resultCount(page)).toHaveText('26 références');
  await openFilters(page);
  await page.getByRole('checkbox', { name: /^Rouges/ }).check();
  await expect(page).toHaveURL(buildShopUrl(chenes, `${wines}?kind=red`));
  await expect(resultCount(page)).toHaveText('5 références');
  await page.getByLabel('Millésime', { exact: true }).selectOption('2022');
  await expect(page).toHaveURL(buildShopUrl(chenes, `${wines}?kind=red&year=2022`));
  await expect(resultCount(page)).toHaveText('4 références');
  expect((await names(page)).join()).not.toContain('Gamay');
  expect(await isSameDocument(page)).toBe(true);
});

test('filters by format, price, tag and name are applied', async ({ page }) => {
  await openPage(page, chenes, wines);
  await openFilters(page);
  await page.getByLabel('Format', { exact: true }).selectOption({ label: '1,5 l' });
  await expect(page).toHaveURL(/capacity=150/);
  await expect(resultCount(page)).toHaveText('4 références');
  await page.getByLabel('Format', { exact: true }).selectOption('');
  await expect(page).toHaveURL(buildShopUrl(chenes, wines));

  await page.getByRole('checkbox', { name: /^Idée cadeau/ }).check();
  await expect(page).toHaveURL(/tags=cadeau/);
  await expect(resultCount(page)).toHaveText('12 références');

  await page.getByLabel('Prix', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/price=/);
  const limit = Number(/price=\d*-(\d+)/.exec(page.url())?.[1]) * 100;
  await expect(page.getByRole('main').getByText(/^(12 références|…)$/)).toHaveCount(0);
  for (const price of await prices(page)) expect(price).toBeLessThanOrEqual(limit);

  await page.getByRole('link', { name: 'Tout effacer' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, wines));
  await expect(resultCount(page)).toHaveText('26 références');
  await page.getByLabel('Nom', { exact: true }).fill('cognac');
  await expect(page).toHaveURL(/name=cognac/);
  await expect(resultCount(page)).toHaveText('6 références');
  for (const name of await names(page)) expect(name).toContain('Cognac');
});

test('the wines are sorted by price and name', async ({ page }) => {
  await openPage(page, chenes, wines);
  await expect(page.getByLabel('Trier par')).toHaveValue('price');
  const ascending = await prices(page);
  expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
  await page.getByLabel('Trier par').selectOption('name');
  await expect(page).toHaveURL(/order=name/);
  await expect.poll(async () => (await names(page))[0]).toMatch(/^Blanc/);
  await page.getByLabel('Trier par').selectOption('-price');
  await expect(page).toHaveURL(/order=-price/);
  await expect(page.getByRole('article').first()).toContainText('1998');
});

test('the address of a filtered list shows the same list to another visitor', async ({ page, browser, pageErrors }) => {
  await openPage(page, chenes, `${wines}?kind=red,white&year=2022&order=-price`);
  const expected = await names(page);
  expect(expected.length).toBeGreaterThan(1);
  const otherContext = await browser.newContext();
  pageErrors.watch(otherContext);
  const other = await otherContext.newPage();
  await other.goto(page.url());
  expect(await names(other)).toEqual(expected);
  await openFilters(other);
  await expect(other.getByRole('checkbox', { name: /^Rouges/ })).toBeChecked();
  await expect(other.getByRole('checkbox', { name: /^Blancs/ })).toBeChecked();
  await expect(other.getByLabel('Trier par')).toHaveValue('-price');
  await otherContext.close();
});

test('the server renders a filtered list like the browser, with noindex', async ({ page }) => {
  await openPage(page, chenes, `${wines}?kind=cognac`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const rendered = await names(page);
  await page.goto(buildShopUrl(chenes, wines));
  await waitForHydration(page);
  await openFilters(page);
  await page.getByRole('checkbox', { name: /^Cognacs/ }).check();
  await expect(resultCount(page)).toHaveText('6 références');
  expect(await names(page)).toEqual(rendered);
});

test('filters are removed individually, and the back button restores them', async ({ page }) => {
  await openPage(page, chenes, '/notre-domaine');
  await page.goto(buildShopUrl(chenes, `${wines}?kind=red&year=2022`));
  await waitForHydration(page);
  const active = page.getByRole('navigation', { name: 'Filtres actifs' });
  await active.getByRole('link', { name: 'Retirer ce filtre : 2022' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, `${wines}?kind=red`));
  await expect(resultCount(page)).toHaveText('5 références');
  await active.getByRole('link', { name: /Rouges/ }).click();
  await expect(active).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(buildShopUrl(chenes, `${wines}?kind=red`));
  await expect(resultCount(page)).toHaveText('5 références');
  await expect(active.getByRole('link', { name: /Rouges/ })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notre domaine');
});

test('an empty result links to the whole list', async ({ page }) => {
  await openPage(page, chenes, `${wines}?kind=cognac&capacity=150`);
  await expect(page.getByText('Aucun produit ne correspond à tous ces critères.')).toBeVisible();
  await page.getByRole('link', { name: 'Voir toute la liste' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, wines));
  await expect(resultCount(page)).toHaveText('26 références');
});

test('the filters open as a sheet on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, willow, willow.lists.wines);
  await page.locator('summary').filter({ hasText: 'Narrow the choice' }).click();
  const sheet = page.getByRole('dialog', { name: 'Narrow the choice' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('checkbox', { name: /^Reds/ }).check();
  await expect(page).toHaveURL(/kind=red/);
  await sheet.getByRole('button', { name: /^Show 4/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(4);
});

test('the juices have a list of their own without a health warning', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.juices);
  await expect(page.getByRole('article')).toHaveCount(4);
  for (const name of await names(page)) expect(name).toMatch(/^Jus/);
  await expect(page.getByRole('main').getByText('L’abus d’alcool')).toHaveCount(0);
});
