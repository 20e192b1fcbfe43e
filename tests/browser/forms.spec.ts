import { createRandomEmail, test, waitForMail } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test('a visitor requests a group visit by keyboard, with a file and a conditional field', async ({ page }) => {
  const email = createRandomEmail();
  await openPage(page, chenes, '/notre-domaine/visites-de-groupe');
  const main = page.getByRole('main');
  const send = main.getByRole('button', { name: 'Envoyer la demande' });
  await send.press('Enter');
  await expect(main.getByRole('textbox', { name: 'Votre groupe' })).toBeFocused();
  await expect(main.getByText('Veuillez cocher cette case.')).toBeVisible();

  await page.keyboard.type('Les Amis du Vin');
  await main.getByRole('textbox', { name: 'Nombre de personnes' }).fill('14');
  await main.getByLabel('Date souhaitée').fill('2099-05-12');
  await main.getByRole('radio', { name: 'Anglais' }).press('Space');
  await expect(main.getByRole('textbox', { name: /Régimes/ })).toBeHidden();
  await main.getByRole('checkbox', { name: 'Un repas au domaine' }).press('Space');
  await main.getByRole('textbox', { name: /Régimes/ }).fill('Deux végétariens');
  await main.getByLabel(/Votre programme de la journée/).setInputFiles({
    name: 'journee.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  });
  await main.getByRole('textbox', { name: 'Votre nom' }).fill('Solène Marchadier');
  await main.getByRole('textbox', { name: 'Adresse électronique' }).fill(email);
  await main.getByRole('textbox', { name: 'Téléphone' }).fill('05 45 00 00 00');
  await main.getByRole('checkbox', { name: /majeures/ }).press('Space');

  // The answers are kept while the visitor reads another page.
  await page.getByRole('link', { name: 'Conditions d’utilisation' }).click();
  await page.waitForURL(/use-terms/);
  await page.goBack();
  await expect(main.getByRole('textbox', { name: 'Votre groupe' })).toHaveValue('Les Amis du Vin');
  await send.press('Enter');
  await expect(main.getByRole('status').filter({ hasText: 'Merci' })).toContainText('Sofia');
  await expect(main.locator(':focus')).toContainText('Merci');
  const notice = await waitForMail('bonjour@domaine-des-chenes.example', /visite de groupe/, email);
  expect(notice.text).toContain('Deux végétariens');
  const received = await waitForMail(email, /a bien reçu votre message/);
  expect(received.text).not.toContain('Amis du Vin');
});

test('a visitor corrects each field of a contact message that the estate refuses', async ({ page }) => {
  await openPage(page, chenes, '/contact');
  const main = page.getByRole('main');
  const address = main.getByRole('textbox', { name: 'Adresse électronique' });
  const message = main.getByRole('textbox', { name: 'Votre message' });
  await main.getByRole('textbox', { name: 'Votre nom' }).fill('Solène');
  await address.fill('solene@mail');
  await main.getByRole('button', { name: 'Envoyer le message' }).click();
  await expect(main.getByText('Veuillez saisir une adresse électronique')).toBeVisible();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await message.fill('Une question sur le pineau');
  await main.getByRole('button', { name: 'Envoyer le message' }).click();
  await expect(message).not.toHaveAttribute('aria-invalid', 'true');
  await expect(message).toHaveValue('Une question sur le pineau');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  const email = createRandomEmail();
  await address.fill(email);
  await main.getByRole('button', { name: 'Envoyer le message' }).click();
  await expect(main.getByRole('status')).toContainText('votre message est bien parti');
  await waitForMail(email, /a bien reçu votre message/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // Chromium reports each blocked script as a policy violation.
  test.beforeEach(({ pageErrors }) => pageErrors.allow(/^failed: .*\.js csp$/));

  test('a visitor corrects and sends a contact message', async ({ page }) => {
    await page.goto(buildShopUrl(chenes, '/contact'));
    const main = page.getByRole('main');
    await main.getByRole('textbox', { name: 'Votre nom' }).fill('Solène');
    // The browser accepts this address, the estate does not.
    await main.getByRole('textbox', { name: 'Adresse électronique' }).fill('solene@mail');
    await main.getByRole('textbox', { name: 'Votre message' }).fill('Une question sur le pineau');
    await main.getByRole('button', { name: 'Envoyer le message' }).click();
    await expect(main.getByText('Veuillez saisir une adresse électronique')).toBeVisible();
    await expect(main.getByRole('textbox', { name: 'Votre message' })).toHaveValue('Une question sur le pineau');
    const email = createRandomEmail();
    await main.getByRole('textbox', { name: 'Adresse électronique' }).fill(email);
    await main.getByRole('button', { name: 'Envoyer le message' }).click();
    await expect(main.getByRole('status')).toContainText('votre message est bien parti');
    await waitForMail(email, /a bien reçu votre message/);
  });
});
