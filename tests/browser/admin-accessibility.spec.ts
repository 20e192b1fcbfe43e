import type { BrowserContext, Page } from '@playwright/test';
import { adminOverviewPaths, createScreenOpener, listAdminItemPaths } from '#tests/support/browser/admin-screens.ts';
import {
  findAxeViolations,
  findAxeViolationsInDocument,
  measureHorizontalOverflow,
} from '#tests/support/browser/page-checks.ts';
import { type ShopDatabase, setSessionCookies, test as shopTest } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

/** A wide computer, unless a group of tests says otherwise. */
shopTest.use({ viewport: { width: 1440, height: 900 } });

const test = shopTest.extend<{ panel: Page }>({
  panel: async ({ page, context, shop, pageErrors }, use) => {
    // The preview of pages and of the theme is sandboxed, and the preview of an empty newsletter issue is refused.
    pageErrors.allow(/Blocked script execution in '[^']*\/admin\/preview\//, /status 400: .*newsletter-issue/);
    await openPanel(page, context, shop);
    await use(page);
  },
});

async function openPanel(page: Page, context: BrowserContext, shop: ShopDatabase): Promise<void> {
  const customer = await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' });
  await shop.insertOrder(customer);
  await setSessionCookies(context, chenes, customer);
  await page.goto(buildShopUrl(chenes, '/admin/security'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ma sécurité');
}

/** Opens screens one after another, and checks each of them with axe, its title and its width. */
async function checkScreens(page: Page, paths: readonly string[]): Promise<void> {
  const openScreen = createScreenOpener(page);
  for (const path of paths) {
    await openScreen(path);
    expect.soft(await findAxeViolationsInDocument(page), path).toEqual([]);
    expect.soft(await measureHorizontalOverflow(page), path).toBe('');
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    expect.soft(await page.title(), path).toBe(`${heading?.trim()} – Domaine des Chênes`);
  }
}

test('every list and report of the panel is accessible on a computer', async ({ panel }) => {
  test.setTimeout(180_000);
  await checkScreens(panel, adminOverviewPaths);
  await panel.getByRole('button', { name: 'Aide' }).click();
  await expect(panel.getByRole('dialog').getByRole('heading', { level: 2, name: 'Personnes' })).toBeVisible();
  expect(await findAxeViolations(panel)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every form of the panel is accessible', async ({ panel }) => {
    test.setTimeout(180_000);
    await checkScreens(panel, await listAdminItemPaths(panel));
  });
});

test('the panel can be used with the keyboard alone', async ({ panel }) => {
  await panel.goto(buildShopUrl(chenes, '/admin/tag'));
  const row = panel.locator('tbody tr').first();
  await expect(row).toBeVisible();
  await panel.keyboard.press('Tab');
  const skip = panel.getByRole('button', { name: 'Aller au contenu' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  expect(await findAxeViolations(panel, '.skip-nav-button')).toEqual([]);
  await panel.keyboard.press('Enter');
  await panel.keyboard.press('Tab');
  await expect(panel.locator('#main-content :focus')).toBeVisible();

  const help = panel.getByRole('button', { name: 'Aide' });
  await help.press('Enter');
  await expect(panel.getByRole('dialog')).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  await expect(help).toBeFocused();

  await row.press('Enter');
  await expect(panel).toHaveURL(/\/admin\/tag\/[^/]+$/);
  await expect(panel.locator('#main-content')).toBeFocused();
  const menu = panel.getByRole('navigation', { name: 'Menu' });
  const widths = await menu.evaluate(({ parentElement: frame, scrollWidth }) => [scrollWidth, frame?.clientWidth]);
  expect(widths[0], 'the sidebar does not cut off the menu').toBe(widths[1]);
});
