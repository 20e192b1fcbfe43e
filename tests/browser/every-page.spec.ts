import type { BrowserContext } from '@playwright/test';
import { describeHorizontalOverflow, findNavigationLandmarkErrors } from '#tests/support/browser/page-checks.ts';
import { buildShopUrl, expect, test as shopTest } from '#tests/support/browser/shop-test.ts';
import { storageStateWithRefusedConsent } from '#tests/support/browser/stored-consent.ts';
import { normalizeSpaces, testHosts } from '#tests/support/fixtures/estates.ts';

const widths = [1920, 1440, 768, 360, 320];

/** These tests change nothing, so all tests of a worker share one browser context and its HTTP cache. */
const test = shopTest.extend<object, { visitor: BrowserContext }>({
  visitor: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        storageState: storageStateWithRefusedConsent,
        locale: 'fr-FR',
        timezoneId: 'Europe/Paris',
      });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ visitor, pageErrors }, use) => {
    const page = await visitor.newPage();
    pageErrors.watch(visitor);
    await use(page);
    await page.close();
  },
});

for (const host of testHosts) {
  test.describe(`${host.estate} in ${host.lang}`, () => {
    for (const { path, title, heading } of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]) {
      test(`${path} has title, heading and canonical address and fits every screen`, async ({ page }) => {
        const response = await page.goto(buildShopUrl(host, path));
        expect(response?.status()).toBe(200);
        expect(normalizeSpaces(await page.title())).toContain(title);
        await expect(page.locator('html')).toHaveAttribute('lang', host.lang);
        await expect(page.locator('h1')).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
        expect(canonical?.startsWith(`${host.origin}/`)).toBe(true);
        if (!path.includes('/detail/')) expect(canonical).toBe(`${host.origin}${path}`);
        expect(await findNavigationLandmarkErrors(page)).toEqual([]);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          expect(await describeHorizontalOverflow(page), `at ${width} px`).toBe('');
          await expect(page.getByRole('main')).toBeVisible();
        }
      });
    }

    test('an unknown address shows a 404 page with a link to the home page', async ({ page }) => {
      for (const path of ['/there/is/nothing', '/wines/nothing/99999', `${host.lists.news}/nothing/99999`]) {
        const response = await page.goto(buildShopUrl(host, path));
        expect(response?.status()).toBe(404);
        const heading = host.lang === 'en-GB' ? 'This page could not be found' : 'Cette page est introuvable';
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page).toHaveTitle(`${heading} – ${host.estate}`);
        await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
        const homeLink = page.getByRole('main').getByRole('link', { name: /accueil|home page/i });
        await expect(homeLink).toHaveAttribute('href', '/');
      }
    });
  });
}
