import { describeHorizontalOverflow } from '#tests/support/browser/page-checks.ts';
import { goToPanelScreen, makeUnique } from '#tests/support/browser/panel.ts';
import { saveAndExpectVisibleInTime } from '#tests/support/browser/save-and-expect-visible-in-time.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { expect, httpGet } from '#tests/support/browser/shop-test.ts';
import { chenes, normalizeSpaces } from '#tests/support/fixtures/estates.ts';

test('a winemaker adds the next vintage of a wine with its own year and price, and visitors see it', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await goToPanelScreen(page, '/product/5');
  await page.getByRole('button', { name: 'Millésime suivant' }).click();
  await expect(page).toHaveURL(/\/admin\/product\/create/);

  // The form of the earlier vintage stays visible until the form of the new vintage is loaded.
  const slug = page.getByLabel('Adresse sur le site');
  await expect(slug).toHaveValue('blanc-doux-saint-martin-2024');
  await slug.fill(`saint-martin-d-essai-${Date.now()}`);
  const name = page.getByLabel('Nom', { exact: false }).first();
  await expect(name).toHaveValue(/^Blanc doux «\sSaint-Martin\s»$/);
  // The unique name distinguishes the wine from those of other tests.
  const newName = makeUnique('Saint-Martin d’essai');
  await name.fill(newName);

  await page.getByRole('tab', { name: 'Millésimes et prix' }).click();
  const field = (index: number, part: string) => page.locator(`[name="variants.${index}.${part}"]`);
  await expect(field(0, 'year')).toHaveValue('2024');
  await expect(field(0, 'quantity')).toHaveValue('0');
  for (const [index, price] of ['11,95', '9,05'].entries()) {
    await field(index, 'year').fill('2025');
    await field(index, 'price').fill(price);
    await field(index, 'quantity').fill('120');
  }
  expect(await describeHorizontalOverflow(page)).toBe('');
  await saveAndExpectVisibleInTime(page, {
    host: chenes,
    path: chenes.lists.wines,
    isShown: (html) => html.includes(newName),
    call: /\/admin\/product$/,
    save: () => page.getByRole('button', { name: 'Enregistrer' }).click(),
  });
  await expect(page).toHaveURL(/\/admin\/product\/\d+/);
  const id = /product\/(\d+)/.exec(page.url())?.[1];
  expect(id).not.toBe('5');

  const readPage = async (product: string | undefined) =>
    normalizeSpaces((await httpGet(chenes, `/wines/${product}`)).text);
  const shown = await readPage(id);
  for (const text of [`${newName} 2025`, '11,95', '"price":"9.05"']) expect(shown.includes(text), text).toBe(true);
  const earlier = await readPage('5');
  for (const text of ['Saint-Martin » 2023', '10,80']) expect(earlier.includes(text), text).toBe(true);

  // The wine is deleted, because other tests count the wines of this server.
  await goToPanelScreen(page, `/product/${id}`);
  await page.locator('.ra-delete-button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
  await expect(page).toHaveURL(/\/admin\/product(\?|$)/);
});
