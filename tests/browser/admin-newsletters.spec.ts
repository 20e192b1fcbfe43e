import {
  createRandomEmail,
  findLinkPath,
  setSessionCookies,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';
import { findMailsTo } from '#tests/support/servers/mail-inbox.ts';

const list = { id: 3, name: 'Visites et camping-cars' };

test('staff test and send a newsletter, and its recipient gets it once and unsubscribes', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  const staff = await shop.createCustomer(chenes, { role: 'ADMIN' });
  const subscriber = createRandomEmail();
  await shop.subscribe(chenes, subscriber, list.id);
  const subject = `Les vendanges ${staff.id}`;
  await setSessionCookies(context, chenes, staff);
  await page.goto(buildShopUrl(chenes, '/admin/newsletter-issue/create'));
  await page.getByRole('combobox', { name: 'Lettre d’information' }).fill(list.name);
  await page.getByRole('option', { name: list.name }).click();
  await page.getByLabel('Objet').fill(subject);
  await page.locator('.button-add-blocks').click();
  await page.getByRole('combobox', { name: 'Type de bloc' }).click();
  await page.getByRole('option', { name: 'Titre' }).click();
  await page.getByRole('textbox', { name: 'Titre' }).fill('Elles commencent lundi');
  await expect(page.frameLocator('iframe').getByText('Elles commencent lundi')).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/newsletter-issue\/\d+$/);

  await page.getByRole('button', { name: 'M’envoyer un essai' }).click();
  expect((await waitForMail(staff.email, new RegExp(subject))).text).toContain('Elles commencent lundi');
  expect(await findMailsTo(subscriber)).toEqual([]);
  // The notification of the test mail covers the button on a low screen.
  await page.getByRole('button', { name: 'Envoyer la lettre' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(list.name);
  await dialog.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await expect(page.getByRole('heading', { name: 'Envoyée' })).toBeVisible({ timeout: 60_000 });
  const mails = await findMailsTo(subscriber);
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  const [mail] = mails;
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');

  const issue = page.url();
  await openPage(page, chenes, findLinkPath(await waitForMail(subscriber, /vendanges/), /\/newsletter\/unsubscribe\//));
  await page.getByRole('button', { name: 'Me désabonner' }).click();
  await expect(page.getByText(`Vous ne recevrez plus « ${list.name} ».`)).toBeVisible();
  await page.goto(issue);
  const figure = page.locator('dl > div').filter({ hasText: 'Désabonnés depuis' });
  await expect(figure).toContainText('1');
});
