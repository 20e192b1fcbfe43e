import { storeCartAndOpenPage, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const lines = [
  { productId: 1, variantId: 101, quantity: 6 },
  { productId: 3, variantId: 103, quantity: 6 },
];

test('the checkout, a document of its own, begins with the focus at its heading, and Back returns to the same place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await storeCartAndOpenPage(page, chenes, lines, { path: '/cart' });
  const button = page.getByRole('main').getByRole('button', { name: 'Commander' });
  await button.focus();
  const position = await page.evaluate(() => window.scrollY);
  expect(position).toBeGreaterThan(100);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(buildShopUrl(chenes, '/checkout'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await page.goBack();
  await expect(button).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(position - 60);
});

test('the footer of the checkout stays below the screen until the cart has been restored', async ({ page }) => {
  await page.route(/\/assets\/entry[^/]*\.js$/, () => {});
  await page.goto(buildShopUrl(chenes, '/checkout'), { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
});
