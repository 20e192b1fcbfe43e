import type { Page } from '@playwright/test';
import { findAxeViolations, measureHorizontalOverflow } from '#tests/support/browser/page-checks.ts';
import { logIn, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(buildShopUrl(chenes, path));
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
}

/** Returns the URL paths of all screens in the menu. */
async function listMenuPaths(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, '/admin');
  const menu = page.getByRole('navigation', { name: 'Écrans' });
  for (const group of await menu.getByRole('button', { expanded: false }).all()) await group.click();
  await expect(menu.getByRole('button', { expanded: false })).toHaveCount(0);
  return menu.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
}

async function checkScreen(page: Page, path: string): Promise<void> {
  expect.soft(await findAxeViolations(page), path).toEqual([]);
  expect.soft(await measureHorizontalOverflow(page), path).toBe('');
}

for (const viewport of viewports) {
  for (const half of [0, 1]) {
    test(`every screen of the panel is accessible at ${viewport.width} px, part ${half + 1}`, async ({
      page,
      context,
      shop,
    }) => {
      test.setTimeout(300_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await logIn(context, chenes, await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' }));
      const paths = await listMenuPaths(page);
      expect(paths.length).toBeGreaterThan(25);
      await page.setViewportSize(viewport);
      for (const path of paths.filter((_path, index) => index % 2 === half)) {
        await openScreen(page, path);
        await checkScreen(page, path);
        const firstItem = page
          .locator(`main a[href^="${path}/"]:not([href$="/create"]), main tr.RaDataTable-row`)
          .first();
        if ((await firstItem.count()) === 0) continue;
        await firstItem.click();
        await expect(page).not.toHaveURL(buildShopUrl(chenes, path));
        await page.waitForLoadState('networkidle');
        await checkScreen(page, `${path}/…`);
      }
    });
  }
}
