import { findAxeViolations, measureHorizontalOverflow } from '#tests/support/browser/page-checks.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

/** A list, a table, a form, an editor, a board and a report of the panel, with the titles of the screens. */
const screens = [
  ['/admin', 'Aujourd’hui'],
  ['/admin/order', 'Commandes'],
  ['/admin/stock', 'Stock'],
  ['/admin/product/1', /./],
  ['/admin/parameter', 'Réglages'],
  ['/admin/theme', 'Thème'],
  ['/admin/go-live', 'Mise en ligne'],
  ['/admin/audit', 'Journal des modifications'],
] as const;

test('the screens of the panel and their help are accessible on a phone and a computer', async ({
  page,
  shop,
  context,
  pageErrors,
}) => {
  // The preview of the theme is sandboxed.
  pageErrors.allow(/Blocked script execution in '[^']*\/admin\/preview\//);
  test.setTimeout(180_000);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, title] of screens) {
      await page.goto(buildShopUrl(chenes, path));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      // The placeholder of a list that is loading has an empty header cell.
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      expect(await findAxeViolations(page), `${path} at ${width} px`).toEqual([]);
      expect(await measureHorizontalOverflow(page), `${path} at ${width} px`).toBe('');
    }
  }
  await page.getByRole('button', { name: 'Aide' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2, name: 'Personnes' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});
