import type { BrowserContext, Page } from '@playwright/test';
import { productFieldsByTab } from '#client/admin/catalogue/product-fields-by-tab.ts';
import { adminOverviewPaths, createScreenOpener, listAdminItemPaths } from '#tests/support/browser/admin-screens.ts';
import {
  describeHorizontalOverflow,
  findAxeViolations,
  findAxeViolationsOutsideFrames,
  refusedPicture,
} from '#tests/support/browser/page-checks.ts';
import { callPanelApiForData, goToPanelScreen } from '#tests/support/browser/panel.ts';
import { desktopViewport, phoneViewport } from '#tests/support/browser/panel-dialogs.ts';
import { createFrenchFinder, listPageTexts } from '#tests/support/browser/panel-language.ts';
import {
  createRandomEmail,
  type ShopDatabase,
  setSessionCookies,
  test as shopTest,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes, type TestHost, willow } from '#tests/support/fixtures/estates.ts';

shopTest.use({ viewport: desktopViewport });

const test = shopTest.extend<{ panel: Page }>({
  panel: async ({ page, context, shop, pageErrors }, use) => {
    pageErrors.allow(refusedPicture);
    await openPanel(page, context, shop);
    await use(page);
  },
});

async function openPanel(page: Page, context: BrowserContext, shop: ShopDatabase, host = chenes): Promise<void> {
  const customer = await shop.createCustomer(host, { role: 'SUPER_ADMIN' });
  // The name of a carrier in an order is in the language of the customer.
  const carrier = { id: 1, name: host === chenes ? 'À domicile' : 'Home delivery', serviceCode: 'HOME' };
  await shop.insertOrder(customer, { order: { carrier } });
  await shop.insertHandledMessage(host, createRandomEmail());
  await setSessionCookies(context, host, customer);
  await page.goto(buildShopUrl(host, '/admin/security'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(host === chenes ? 'Ma sécurité' : 'My security');
}

interface Check {
  host: TestHost;
  /** The size of the browser window at which each screen is checked with axe and for its width. */
  viewport: typeof desktopViewport;
  /** Another size at which each screen is checked for its width alone. */
  otherViewport?: typeof desktopViewport;
  /** Returns further issues of a screen, such as texts in the wrong language. */
  findIssues?: (page: Page) => Promise<string[]>;
}

/** Opens screens one after another, and checks each of them with axe, its title and its width. */
async function checkScreens(page: Page, paths: readonly string[], check: Check) {
  const { host, viewport, otherViewport, findIssues } = check;
  const { open, waitForContent } = createScreenOpener(page);
  const checkWidth = async (path: string, { width }: typeof desktopViewport) =>
    expect.soft(await describeHorizontalOverflow(page), `${path} at ${width} px`).toBe('');
  for (const path of paths) {
    await open(path);
    expect.soft(await findAxeViolationsOutsideFrames(page), `${path} at ${viewport.width} px`).toEqual([]);
    await checkWidth(path, viewport);
    if (otherViewport) {
      await page.setViewportSize(otherViewport);
      await waitForContent();
      await checkWidth(path, otherViewport);
      await page.setViewportSize(viewport);
    }
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    expect.soft(await page.title(), path).toBe(`${heading?.trim()} – ${host.estate}`);
    if (findIssues) expect.soft(await findIssues(page), path).toEqual([]);
  }
}

// Axe checks the same screens on a phone in the test of the English estate below.
const onComputer = { host: chenes, viewport: desktopViewport, otherViewport: phoneViewport };

test('every list and report of the panel is accessible on a computer and fits a phone', async ({ panel }) => {
  test.setTimeout(600_000);
  await checkScreens(panel, adminOverviewPaths, onComputer);
});

test('every form of the panel is accessible on a computer and fits a phone', async ({ panel }) => {
  test.setTimeout(600_000);
  await checkScreens(panel, await listAdminItemPaths(panel), onComputer);
});

test('every tab of the form of a product is accessible on a computer and on a phone', async ({ panel }) => {
  test.setTimeout(180_000);
  const { open, waitForContent } = createScreenOpener(panel);
  await open('/product/1');
  const tabs = panel.getByRole('tab');
  await expect(tabs).toHaveCount(Object.keys(productFieldsByTab).length);
  for (const index of Object.keys(productFieldsByTab).keys()) {
    await tabs.nth(index).click();
    for (const viewport of [desktopViewport, phoneViewport]) {
      await panel.setViewportSize(viewport);
      await waitForContent();
      const name = `${await tabs.nth(index).textContent()} at ${viewport.width} px`;
      expect.soft(await findAxeViolationsOutsideFrames(panel), name).toEqual([]);
      expect.soft(await describeHorizontalOverflow(panel), name).toBe('');
    }
  }
});

test('every screen of the panel is English and accessible on a phone at an English estate', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  test.setTimeout(600_000);
  pageErrors.allow(refusedPicture);
  await page.setViewportSize(phoneViewport);
  await openPanel(page, context, shop, willow);
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  const findFrench = createFrenchFinder();
  const findIssues = async () => findFrench(await listPageTexts(page));
  // The English page tree is opened in place of the French one, because French pages have French titles.
  const itemPaths = (await listAdminItemPaths(page)).map((path) => path.replace('/page-tree/fr_FR', '/page-tree/en'));
  const paths = [...adminOverviewPaths, ...itemPaths];
  await checkScreens(page, paths, { host: willow, viewport: phoneViewport, findIssues });
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

test('a screen whose data is being loaded has a heading and a named progress bar', async ({ panel: page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/(product|news|carrier|order|customer)\/\d+$/, async (route) => {
    await released;
    await route.continue();
  });
  const orders = await callPanelApiForData<{ orders: { id: number }[] }>(page, '/order?nbItem=1');
  const customers = await callPanelApiForData<{ customers: { id: number }[] }>(page, '/customer?nbItem=1');
  const paths = [
    ...['/product/1', '/news/1', '/carrier/1'],
    `/order/${orders.orders[0]?.id}/show`,
    `/customer/${customers.customers[0]?.id}/show`,
  ];
  for (const path of paths) {
    await goToPanelScreen(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Chargement');
    await expect(page.getByRole('progressbar', { name: 'Chargement' }), path).toBeVisible();
    expect(await findAxeViolations(page), path).toEqual([]);
  }
  release();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Chargement');
});
