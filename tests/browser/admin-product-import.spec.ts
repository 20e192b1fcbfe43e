import type { Page } from '@playwright/test';
import { describeHorizontalOverflow, findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { goToPanelScreen } from '#tests/support/browser/panel.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Files of which only the dry run is made, because other tests read the same products. */
const files = {
  changes: ['id,summary,variant.id,variant.price', `2,Un vin droit et salin ${'x'.repeat(80)},103,1234.5`],
  products: [
    'slug,type,kind,name.fr_FR,isVintage,vatRate,isAlcohol,variant.reference,variant.price,variant.capacity,variant.capacityUnit',
    `jus-de-raisin-essai,WINE,juice,Jus de raisin d’une parcelle au nom très long,no,5.5,no,ESSAI-${'J'.repeat(40)},6,75,CENTILITRE`,
  ],
  invalid: ['id,variant.id,variant.price', '2,103,gratuit', '2,103,-3'],
};

async function chooseFile(page: Page, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'produits.csv', mimeType: 'text/csv', buffer });
}

async function checkScreen(page: Page): Promise<void> {
  expect.soft(await describeHorizontalOverflow(page)).toBe('');
  expect.soft(await findAxeViolations(page)).toEqual([]);
}

test('the dry run of a product import is readable and accessible on a phone', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  // The last file has errors.
  pageErrors.allow(/^status 422: [^ ]*\/product\/import/);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await goToPanelScreen(page, '/product-import');
  const table = page.getByRole('table', { name: 'Modifications' });

  await chooseFile(page, files.changes);
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText('1234,5');
  await checkScreen(page);

  await chooseFile(page, files.products);
  await expect(table).toContainText('nouveau produit', { ignoreCase: true });
  await checkScreen(page);

  await chooseFile(page, files.invalid);
  await expect(page.getByRole('alert')).toContainText('variant.price');
  await expect(table).toBeHidden();
  await checkScreen(page);
});
