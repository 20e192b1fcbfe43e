import { createRandomEmail, setSessionCookies, test, waitForMail } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const merlot = { variantId: 112, reference: 'DDC-MLG-23-75' };

test('staff enter an order by telephone, refund a part of it and take two bottles back', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  const email = createRandomEmail();
  await shop.setStock(chenes, merlot.variantId, 60);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/order/create'));
  await page.getByRole('combobox', { name: 'Ajouter un vin' }).click();
  await page.getByRole('combobox', { name: 'Ajouter un vin' }).fill(merlot.reference);
  // The options of the empty search are gone as soon as the reference is typed, and only its wine is found.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: merlot.reference }).click();
  await expect(page.getByText('7,90 € l’unité, 7,90 € en tout')).toBeVisible();
  await expect(page.getByText('Vous expédiez à partir de 3 bouteilles')).toBeVisible();
  await page.getByLabel(/^Quantité/).fill('6');
  await page.getByLabel('Prénom', { exact: true }).fill('Jeanne');
  await page.getByLabel('Nom', { exact: true }).fill('Roux');
  await page.getByLabel('Téléphone', { exact: true }).and(page.locator('input[type=tel]')).fill('05 45 00 00 00');
  await page.getByLabel('Courriel', { exact: true }).and(page.locator('input[type=email]')).fill(email);
  await page.getByLabel('Numéro et rue').fill('1 rue du Port');
  await page.getByLabel('Code postal').fill('16100');
  await page.getByLabel('Ville').fill('Cognac');
  await page.getByRole('radiogroup', { name: 'Transporteur' }).getByRole('radio').first().check();
  await page.getByLabel('Déjà réglé').check();
  await page.getByLabel('Carte bancaire, au terminal').check();
  await page.getByLabel(/J’ai vérifié que le client/).check();
  const place = page.getByRole('button', { name: /^Passer la commande – \d/ });
  const shownTotal = /– (.*)$/.exec((await place.textContent()) ?? '')?.[1] ?? '';
  await place.click();

  await expect(page).toHaveURL(/\/admin\/order\/\d+\/show$/);
  await expect(page.getByText(shownTotal).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Réglée');
  expect((await waitForMail(email, /^Votre commande/)).text).toContain('47,40');
  expect(await shop.readStock(chenes, merlot.variantId)).toBe(54);

  await page.getByRole('button', { name: 'Rembourser…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Nombre de .* à rembourser$/).fill('2');
  await expect(dialog.getByLabel('Montant en euros')).toHaveValue('15.8');
  await dialog.getByLabel('Remettre les bouteilles en stock').check();
  await dialog.getByLabel('Motif').fill('Deux bouteilles cassées');
  await dialog.getByRole('button', { name: /^Rembourser 15,80/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Remboursements' })).toContainText('15,80 € – Deux bouteilles cassées');
  const mail = await waitForMail(email, /^Remboursement/);
  expect(mail.text).toContain('15,80');
  expect(mail.text).toContain('Deux bouteilles cassées');
  expect(await shop.readStock(chenes, merlot.variantId)).toBe(56);
});
