import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import { describeHorizontalOverflow, findAxeViolations } from '#tests/support/browser/page-checks.ts';
import {
  createRandomEmail,
  findLinkPath,
  storeCartAndOpenPage,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { expect, httpGet, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('a guest orders on a phone, opens the order from the mail, makes an account and cancels the order', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const email = createRandomEmail();
  const checkout = createCheckoutPageObject(page, chenes);
  const { labels, main, textbox, radio, orderButton } = checkout;
  await storeCartAndOpenPage(page, chenes, [{ productId: 1, variantId: 101, quantity: 6 }]);
  await expect(radio(labels.guest)).toBeChecked();
  expect(await findAxeViolations(page)).toEqual([]);

  // The missing email address is reported at its field, and the field has the focus.
  await orderButton.tap();
  await expect(textbox(labels.email)).toBeFocused();
  await expect(textbox(labels.email)).toHaveAttribute('aria-invalid', 'true');
  await textbox(labels.email).fill(email);
  await expect(textbox(labels.email)).not.toHaveAttribute('aria-invalid', 'true');

  await textbox(labels.firstname).fill('Solène');
  await textbox(labels.lastname).fill('Marchadier');
  await checkout.fillDelivery();
  await expect(main.getByText('2 à 4 jours ouvrés après l’expédition').first()).toBeVisible();
  await textbox(labels.phone).fill('05 45 00 00 00');
  await textbox('Date de naissance').fill('9/3/1987');
  await page.reload();
  await waitForHydration(page);
  await expect(textbox(labels.email)).toHaveValue(email);
  await expect(textbox('Date de naissance')).toHaveValue('09/03/1987');
  await checkout.confirmAgeAndTerms();
  expect(await describeHorizontalOverflow(page)).toBe('');
  await orderButton.tap();

  const number = await checkout.waitForOrderNumber();
  await expect(main.getByText(email)).toBeVisible();
  await expect(main.getByText(/IBAN/).first()).toBeVisible();
  await expect(main.getByText(/^Merci de régler avant le/)).toBeVisible();
  await page.reload();
  await expect(main.getByText(email)).toBeVisible();

  const mail = await waitForMail(email, new RegExp(number));
  const path = findLinkPath(mail, /\/orders\//);
  const { headers, text } = await httpGet(chenes, path);
  expect(headers['cache-control']).toContain('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(text).not.toContain(path.split('/').at(-1));
  await openPage(page, chenes, path);
  await expect(main.getByText(new RegExp(`Commande ${number}`))).toBeVisible();
  await expect(main.getByRole('link', { name: 'Renoncer au contrat ici' })).toHaveAttribute(
    'href',
    `/withdrawal?order=${number}`,
  );
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await describeHorizontalOverflow(page)).toBe('');

  await expect(textbox(labels.email)).toHaveValue(email);
  await main.locator('input[autocomplete="new-password"]').fill('une colline sous la pluie');
  await textbox('Date de naissance').fill('1987-03-09');
  await checkout.checkbox(labels.privacyNotice).check();
  await main.getByRole('button', { name: labels.createAccount }).tap();
  await expect(main.getByRole('heading', { name: labels.accountCreated })).toBeVisible();
  await openPage(page, chenes, findLinkPath(await waitForMail(email, /une dernière étape/), /\/auth\/activate\//));
  await main.getByRole('button', { name: labels.activateAccount }).tap();
  await main.getByRole('link', { name: labels.logIn }).tap();
  await textbox(labels.email).first().fill(email);
  await main.locator('input[autocomplete="current-password"]').fill('une colline sous la pluie');
  await main.getByRole('button', { name: labels.logIn }).tap();
  await page.waitForURL('**/account');

  await main.getByRole('link', { name: new RegExp(number) }).tap();
  await main.getByRole('button', { name: 'Annuler la commande' }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Oui, l’annuler' }).tap();
  await expect(main.getByText(`Votre commande ${number} est annulée.`)).toBeVisible();
  await expect(main.getByText(new RegExp(`Commande ${number}.*annulée`))).toBeFocused();
  await waitForMail(email, /est annulée/);
});

test('an unknown link explains where the order may be', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 422/);
  await openPage(page, chenes, `/orders/${'x'.repeat(43)}`);
  await expect(page.getByRole('main').getByText(/^Ce lien n’est plus valable/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Se connecter' })).toBeVisible();
});
