import { createRandomEmail, test, waitForMail } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test('a customer withdraws in two steps without an account and receives a confirmation by mail', async ({ page }) => {
  const email = createRandomEmail();
  await openPage(page, chenes, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Renoncer au contrat ici' }).click();
  await page.waitForURL(buildShopUrl(chenes, '/withdrawal'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Continuer' }).click();
  await expect(main.getByRole('textbox', { name: 'Prénom et nom' })).toBeFocused();
  await main.getByRole('textbox', { name: 'Prénom et nom' }).fill('Solène Marchadier');
  await main.getByRole('textbox', { name: 'Adresse électronique' }).fill(email);
  await main.getByRole('textbox', { name: 'Numéro de commande' }).fill('2026-09999');
  await main.getByRole('textbox', { name: /^Quels vins/ }).fill('Les six de Chardonnay');
  await main.getByRole('button', { name: 'Continuer' }).click();

  const declaration = main.getByRole('region', { name: 'Votre déclaration' });
  await expect(declaration).toContainText('Solène Marchadier');
  await expect(declaration).toContainText('2026-09999');
  await expect(main.locator(':focus')).toContainText('Votre déclaration');
  await main.getByRole('button', { name: 'Modifier' }).click();
  await expect(main.getByRole('textbox', { name: 'Prénom et nom' })).toBeFocused();
  await expect(main.getByRole('textbox', { name: 'Prénom et nom' })).toHaveValue('Solène Marchadier');
  await main.getByRole('textbox', { name: 'Numéro de commande' }).fill('2026-09998');
  await main.getByRole('button', { name: 'Continuer' }).click();
  await main.getByRole('button', { name: 'Confirmer la rétractation' }).click();

  const done = main.getByRole('status').filter({ hasText: 'Votre rétractation est enregistrée' });
  await expect(done).toContainText(email);
  await expect(done).toContainText(String(new Date().getFullYear()));
  // No order matches the declaration, so the mails repeat nothing that the sender has typed.
  const mail = await waitForMail(email, /il nous manque le numéro de commande/);
  const notice = await waitForMail('bonjour@domaine-des-chenes.example', /sans commande correspondante/);
  for (const { text, html } of [mail, notice])
    for (const body of [text, html]) expect(body).not.toMatch(/Marchadier|Chardonnay|09998/);
});

test('a link from an order prefills its number', async ({ page }) => {
  await openPage(page, chenes, '/withdrawal?order=2026-00042');
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Numéro de commande' })).toHaveValue('2026-00042');
});
