import type { Page } from '@playwright/test';
import { buildShopUrl, expect, httpGet, openPage, test, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const heading = 'Nous rendre visite';
const links = { 'Dormir au domaine': /^\/accueil-de-camping-cars/, 'Découvrir les Charentes': /^https:\/\/www\./ };

/** Checks the heading and the links among the entries of an open menu. */
async function checkEntries(page: Page, menu: string): Promise<void> {
  const nav = page.locator(menu);
  await expect(nav.getByText(heading, { exact: true })).toBeVisible();
  await expect(nav.getByRole('link', { name: heading })).toHaveCount(0);
  for (const [name, href] of Object.entries(links))
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect(nav.getByRole('link', { name: 'Découvrir les Charentes' })).toHaveAttribute('rel', 'noopener');
}

/** Counts the calls of `window.print` in `data-prints` of the document. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.prints = String(Number(dataset.prints ?? 0) + 1);
    };
  });

test('the menu shows headings, links and scripts of the page tree', async ({ page }) => {
  await countPrints(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, chenes, '/actualites');
  const menu = 'header nav:not(dialog nav)';
  await page.locator(menu).getByRole('link', { name: 'Notre domaine' }).hover();
  await checkEntries(page, menu);
  await page.locator(menu).getByRole('link', { name: 'Contact' }).hover();
  await page.locator(menu).getByRole('button', { name: 'Imprimer cette page' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1');
});

test('the menu sheet shows headings, links and scripts of the page tree', async ({ page }) => {
  await countPrints(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, chenes, '/actualites');
  await page.getByRole('button', { name: 'Menu' }).click();
  await checkEntries(page, 'dialog nav');
  await page.locator('dialog nav').getByRole('button', { name: 'Imprimer cette page' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1');
});

test('a heading has no page, but a place in the breadcrumb', async ({ page }) => {
  await page.goto(buildShopUrl(chenes, '/notre-domaine/visites-de-groupe'));
  await waitForHydration(page);
  const breadcrumb = page.getByRole('navigation', { name: 'Vous êtes ici' });
  await expect(breadcrumb.getByText(heading)).toBeVisible();
  await expect(breadcrumb.getByRole('link', { name: heading })).toHaveCount(0);
  expect((await httpGet(chenes, '/notre-domaine/nous-rendre-visite')).status).toBe(404);
  const sitemap = (await httpGet(chenes, '/sitemap.xml')).text;
  expect(sitemap).toContain('/notre-domaine/visites-de-groupe<');
  for (const path of ['nous-rendre-visite<', 'imprimer-cette-page', 'infiniment-charentes', 'dormir-au-domaine'])
    expect(sitemap).not.toContain(path);
});
