import { join } from 'node:path';
import { describeHorizontalOverflow } from '#tests/support/browser/page-checks.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const picture = join(import.meta.dirname, '../../sites/domaine-des-chenes/media/views/harvest.webp');

test('a winemaker adds a wine with two vintages and a picture on a phone, and a visitor sees them', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(90_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/product/create'));
  await page.getByLabel('Nom', { exact: false }).first().fill('Essai des Chênes');
  await expect(page.getByLabel('Adresse sur le site')).toHaveValue('essai-des-chenes');
  await page.getByRole('combobox', { name: 'Catégorie' }).click();
  await page.getByRole('option', { name: 'Vin blanc' }).click();

  await page.getByRole('tab', { name: 'Millésimes et prix' }).click();
  await page.locator('.button-add-variants').click();
  for (const [index, year] of ['2024', '2023'].entries()) {
    await page.locator(`[name="variants.${index}.reference"]`).fill(`ESSAI-${year}`);
    await page.locator(`[name="variants.${index}.year"]`).fill(year);
    await page.locator(`[name="variants.${index}.price"]`).fill('12,50');
    await page.locator(`[name="variants.${index}.quantity"]`).fill('60');
  }
  await expect(page.locator('[name="variants.1.capacity"]')).toHaveValue('75');

  expect(await describeHorizontalOverflow(page)).toBe('');
  await page.getByRole('tab', { name: 'Photos' }).click();
  await expect(page.getByRole('button', { name: 'Ajouter une image' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Ajouter une image' }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/product\/\d+/);
  const id = /product\/(\d+)/.exec(page.url())?.[1];
  await expect(page.getByRole('button', { name: 'Millésime suivant' })).toBeVisible();

  await expect(async () => {
    await page.goto(buildShopUrl(chenes, `/wines/essai-des-chenes/${id}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Essai des Chênes', { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  for (const year of ['2024', '2023']) await expect(page.getByText(year).first()).toBeVisible();
  await expect(page.locator('main img').first()).toBeVisible();

  const productUrl = page.url();
  await page.goto(buildShopUrl(chenes, `/admin/product/${id}`));
  await expect(page.getByRole('link', { name: 'Voir sur le site' })).toBeVisible();
  await page.getByLabel('Publié sur le site').uncheck();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('link', { name: 'Voir sur le site' })).toHaveCount(0);
  await expect(async () => {
    expect((await page.request.get(productUrl)).status()).toBe(404);
  }).toPass({ timeout: 15_000 });

  // The wine is deleted, because other tests count the wines of this server.
  await page.goto(buildShopUrl(chenes, `/admin/product/${id}`));
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
  await expect(page).toHaveURL(/\/admin\/product(\?|$)/);
});
