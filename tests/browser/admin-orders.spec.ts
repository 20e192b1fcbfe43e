import { createScreenOpener } from '#tests/support/browser/admin-screens.ts';
import { describeHorizontalOverflow, findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { callPanelApiForData, goToPanelScreen } from '#tests/support/browser/panel.ts';
import { setSessionCookies, test, waitForMail } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';
import { billingAddress } from '#tests/support/fixtures/seed-order.ts';

test('staff pack and ship an order on a phone, and read the mail before it is sent', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  const customer = await shop.createCustomer(chenes);
  // The name is unique, because the list also contains the order of an earlier attempt.
  const lastname = `Renard ${customer.id}`;
  const id = await shop.insertOrder(customer, {
    order: { state: 'PAID', billingAddress: { ...billingAddress, firstname: 'Éloïse', lastname } },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  const { waitForContent } = createScreenOpener(page);
  await page.goto(buildShopUrl(chenes, '/admin'));
  await page.getByRole('link', { name: /commandes? à préparer/ }).click();
  await page.getByPlaceholder('Numéro, nom, téléphone, courriel ou vin').fill(`eloise ${lastname.toLowerCase()}`);
  await page.getByText(`Éloïse ${lastname}`).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, `/admin/order/${id}/show`));
  await waitForContent();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Commande');
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await describeHorizontalOverflow(page)).toBe('');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Bon de préparation' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^bon-de-preparation-.*\.pdf$/);
  await page.getByRole('textbox', { name: 'Nouvelle note' }).fill('Carton de six');
  await page.getByRole('button', { name: 'Ajouter la note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Carton de six');

  await page.getByRole('button', { name: 'Commencer la préparation' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Aucun courriel n’est envoyé');
  await dialog.getByRole('button', { name: 'Commencer la préparation' }).press('Enter');
  await page.getByRole('button', { name: 'Expédier', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Numéro de suivi' }).fill('6A123456');
  await expect(dialog.getByRole('region', { name: 'Courriel au client' })).toContainText('6A123456');
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Expédier' }).click();
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Expédiée');
  const mail = await waitForMail(customer.email, /en route/);
  expect(mail.text).toContain('6A123456');
});

test('a step that another member of staff has made impossible is refused, and the order shows its present state', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 409: /);
  const id = await shop.insertOrder(await shop.createCustomer(chenes), { order: { state: 'PAID' } });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await goToPanelScreen(page, `/order/${id}/show`);
  await page.getByRole('button', { name: 'Commencer la préparation' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Aucun courriel n’est envoyé');

  const other = await context.newPage();
  await goToPanelScreen(other, '/security');
  await callPanelApiForData(other, `/order/${id}/state`, { method: 'PUT', body: { state: 'CANCELLED' } });
  await other.close();

  await dialog.getByRole('button', { name: 'Commencer la préparation' }).click();
  await expect(page.getByText('La commande ne peut pas passer à cette étape.').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Annulée', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Commencer la préparation' })).toHaveCount(0);
});

test('an order opened by keyboard stays open although the search is applied while its screen loads', async ({
  page,
  context,
  shop,
}) => {
  const customer = await shop.createCustomer(chenes);
  const lastname = `Blaireau ${customer.id}`;
  const id = await shop.insertOrder(customer, {
    order: { state: 'PAID', billingAddress: { ...billingAddress, lastname } },
  });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/order'));
  const row = page.getByRole('row').filter({ hasText: lastname });
  await expect(row).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/OrderShow-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByPlaceholder('Numéro, nom, téléphone, courriel ou vin').fill(lastname);
  await row.press('Enter');
  await expect(page).toHaveURL(buildShopUrl(chenes, `/admin/order/${id}/show`));
  // The list applies a search half a second after the last key.
  await page.waitForTimeout(1000);
  release();
  await expect(page.getByRole('link', { name: 'Bon de préparation' })).toBeVisible();
  await expect(page).toHaveURL(buildShopUrl(chenes, `/admin/order/${id}/show`));
});

test('staff limit the orders by the period menu and by a filter of the filter button', async ({
  page,
  context,
  shop,
}) => {
  const customer = await shop.createCustomer(chenes);
  const address = { ...billingAddress, lastname: `Hermine ${customer.id}` };
  for (const createdAt of [new Date(), new Date('2025-01-15T12:00:00Z')])
    await shop.insertOrder(customer, { order: { state: 'PAID', billingAddress: address, createdAt } });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/order'));
  const rows = page.getByRole('row').filter({ hasText: address.lastname });
  // The list shows both orders before it applies the search as well.
  const found = page.waitForResponse((response) => /\/order\?.*search/.test(decodeURIComponent(response.url())));
  await page.getByPlaceholder('Numéro, nom, téléphone, courriel ou vin').fill(address.lastname);
  await found;
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'Période' }).click();
  await page.getByRole('menuitem', { name: 'Ce mois-ci' }).click();
  await expect(page.getByLabel('Du', { exact: true })).toHaveValue(/-01$/);
  await expect(page.getByLabel('Au', { exact: true })).not.toHaveValue('');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Du', { exact: true }).fill('2025-01-01');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Au', { exact: true }).fill('2025-01-31');
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Ajouter un filtre' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Origine' }).click();
  await page.getByRole('combobox', { name: 'Origine' }).click();
  await page.getByRole('option', { name: 'Site', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Origine' }).click();
  await page.getByRole('option', { name: 'Téléphone', exact: true }).click();
  await expect(rows).toHaveCount(0);
});
