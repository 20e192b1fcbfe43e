import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  createRandomEmail,
  findLinkPath,
  setSessionCookies,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';
import { findMailsTo } from '#tests/support/servers/mail-inbox.ts';

const main = (page: Page) => page.getByRole('main');
const text = (page: Page, name: string | RegExp) => main(page).getByRole('textbox', { name });
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const loginPassword = (page: Page) => main(page).locator('input[autocomplete="current-password"]');
const newPassword = (page: Page) => main(page).locator('input[autocomplete="new-password"]');
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const heading = (page: Page, name: string | RegExp) => main(page).getByRole('heading', { name });

async function logInWith(page: Page, email: string, password: string): Promise<void> {
  await text(page, 'Adresse électronique').first().fill(email);
  await loginPassword(page).fill(password);
  await button(page, 'Se connecter').click();
}

test('a customer is redirected to the log-in, returns to the requested page and logs out', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 401: .*\/api\/(login|user)$/);
  const customer = await shop.createCustomer(chenes, { firstname: 'Maëlle' });
  await page.goto(buildShopUrl(chenes, '/account'));
  await page.waitForURL(/\/auth\?return=/);
  await logInWith(page, customer.email, 'not the right password');
  await expect(main(page).getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await expect(text(page, 'Adresse électronique').first()).toHaveValue(customer.email);
  await logInWith(page, ` ${customer.email.toUpperCase()} `, customer.password);
  await page.waitForURL(buildShopUrl(chenes, '/account'));
  await expect(main(page).getByText('Bonjour Maëlle')).toBeVisible();
  await page.reload();
  await expect(main(page).getByText('Bonjour Maëlle')).toBeVisible();
  await main(page).getByRole('button', { name: 'Se déconnecter', exact: true }).click();
  await page.waitForURL(buildShopUrl(chenes, '/'));
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token');
  await page.goto(buildShopUrl(chenes, '/account'));
  await page.waitForURL(/\/auth\?return=/);
});

test('a new customer opens an account, and a second registration is reported by mail only', async ({ page }) => {
  const email = createRandomEmail();
  const register = async () => {
    await openPage(page, chenes, '/auth');
    const form = page.getByRole('region', { name: 'Je suis nouveau client' });
    await form.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(form.getByRole('textbox', { name: 'Prénom' })).toBeFocused();
    await form.getByRole('textbox', { name: 'Prénom' }).fill('Solène');
    await form.getByRole('textbox', { name: /^Nom/ }).fill('Marchadier');
    await form.getByRole('textbox', { name: 'Adresse électronique' }).fill(email);
    await newPassword(page).fill('trop court');
    await form.locator('input[autocomplete="bday"]').fill('2020-01-01');
    await form.getByRole('checkbox', { name: /^Je reconnais/ }).check();
    await form.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(form.getByRole('alert').filter({ hasText: 'dix-huit ans' })).toBeVisible();
    await expect(newPassword(page)).toHaveAccessibleDescription(/Au moins 12 caractères, s’il vous plaît/);
    await newPassword(page).fill('une colline sous la pluie');
    await form.locator('input[autocomplete="bday"]').fill('1987-03-09');
    await form.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(heading(page, /consultez vos courriels/)).toBeVisible();
  };
  await register();
  const mail = await waitForMail(email, /une dernière étape/);
  const path = findLinkPath(mail, /\/auth\/activate\//);
  const response = await openPage(page, chenes, path);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await button(page, 'Ouvrir mon compte').click();
  await expect(heading(page, 'Votre compte est ouvert')).toBeVisible();
  await register();
  await waitForMail(email, /Vous avez déjà un compte/);
});

test('an unknown activation link shows that it has expired', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 422: .*\/api\/register\/activate$/);
  await openPage(page, chenes, `/auth/activate/${'unknown-token--'.repeat(3)}`);
  await button(page, 'Ouvrir mon compte').click();
  await expect(heading(page, 'Ce lien ne fonctionne plus')).toBeVisible();
  await main(page).getByRole('link', { name: 'Se connecter ou s’inscrire' }).click();
  await page.waitForURL(buildShopUrl(chenes, '/auth'));
});

test('a customer replaces a forgotten password with a link from a mail, once', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 422: .*\/api\/password\/reset\/check$/, /^status 401/);
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(context, chenes, customer);
  await openPage(page, chenes, '/auth');
  await page.waitForURL(buildShopUrl(chenes, '/account'));
  await page.goto(buildShopUrl(chenes, '/password/reset/ask'));
  await waitForHydration(page);
  await text(page, 'Adresse électronique').fill(customer.email);
  await button(page, 'Recevoir le lien').click();
  await expect(heading(page, 'Consultez vos courriels')).toBeVisible();
  const path = findLinkPath(await waitForMail(customer.email, /Un nouveau mot de passe/), /\/password\/reset\//);
  await openPage(page, chenes, path);
  await newPassword(page).fill('un autre chêne, plus loin');
  await button(page, 'Afficher le mot de passe').click();
  await expect(text(page, 'Nouveau mot de passe')).toHaveValue('un autre chêne, plus loin');
  await button(page, 'Enregistrer le mot de passe').click();
  await expect(heading(page, 'Votre nouveau mot de passe est enregistré')).toBeVisible();
  await waitForMail(customer.email, /Votre mot de passe a changé/);

  await openPage(page, chenes, path);
  await expect(heading(page, 'Ce lien ne fonctionne plus')).toBeVisible();
  await expect(newPassword(page)).toBeHidden();
  // The password change has ended the session with which this browser was logged in.
  await page.goto(buildShopUrl(chenes, '/account'));
  await page.waitForURL(/\/auth\?return=/);
  await logInWith(page, customer.email, 'un autre chêne, plus loin');
  await page.waitForURL(buildShopUrl(chenes, '/account'));
});

test('a customer changes profile and password in the account', async ({ page, context, shop, pageErrors }) => {
  pageErrors.allow(/^status (401|422): .*\/api\/user\/password$/);
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(context, chenes, customer);
  await openPage(page, chenes, '/account');
  const profile = page.getByRole('region', { name: 'Mon profil' });
  await expect(profile.getByRole('textbox', { name: 'Adresse électronique' })).not.toBeEditable();
  await profile.getByRole('textbox', { name: 'Prénom' }).fill('Maëlle');
  await profile.getByRole('textbox', { name: /^Téléphone/ }).fill('12');
  await profile.getByRole('button', { name: 'Enregistrer mon profil' }).click();
  await expect(profile.getByRole('textbox', { name: /^Téléphone/ })).toHaveAccessibleDescription(/semble incomplet/);
  await profile.getByRole('textbox', { name: /^Téléphone/ }).fill('06 00 00 00 00');
  await profile.getByRole('button', { name: 'Enregistrer mon profil' }).click();
  await expect(status(page, 'C’est enregistré')).toBeVisible();
  await expect(main(page).getByText('Bonjour Maëlle')).toBeVisible();
  await page.reload();
  await expect(profile.getByRole('textbox', { name: /^Téléphone/ })).toHaveValue('06 00 00 00 00');

  // The field is found by its label, because the form that deletes the account has a password field as well.
  const currentPassword = text(page, 'Mot de passe actuel');
  await currentPassword.fill('not the right password');
  await newPassword(page).fill('un autre chêne, plus loin');
  await button(page, 'Changer mon mot de passe').click();
  await expect(currentPassword).toHaveAttribute('aria-invalid', 'true');
  await currentPassword.fill(customer.password);
  await button(page, 'Changer mon mot de passe').click();
  await expect(status(page, 'Votre mot de passe a été changé')).toBeVisible();
  await expect(currentPassword).toHaveValue('');
  await waitForMail(customer.email, /Votre mot de passe a changé/);
});

test('a customer chooses newsletters, downloads personal data and requests the end of the membership', async ({
  page,
  context,
  shop,
}) => {
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(context, chenes, customer);
  await openPage(page, chenes, '/account');
  const letter = main(page).getByRole('checkbox', { name: /^La lettre du domaine/ });
  await letter.check();
  await button(page, 'Enregistrer mes choix').click();
  await expect(status(page, 'C’est enregistré')).toBeVisible();
  await page.reload();
  await expect(letter).toBeChecked();
  await expect(main(page).getByRole('checkbox', { name: /^Offres et millésimes/ })).not.toBeChecked();

  const download = page.waitForEvent('download');
  await button(page, 'Télécharger mes données').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('mes-donnees.json');
  const data = await readFile(await file.path(), 'utf8');
  expect(data).toContain(customer.email);
  expect(data).not.toContain('argon2');

  await text(page, /^Un mot pour le domaine/).fill('Je déménage loin des vignes.');
  await button(page, 'Demander la fermeture de mon adhésion').click();
  await expect(status(page, 'Votre demande est bien parvenue')).toBeVisible();
  await waitForMail(customer.email, /Nous avons bien reçu votre demande/);
  await expect
    .poll(async () => (await waitForMail('bonjour@domaine-des-chenes.example', /demande la clôture/)).text)
    .toContain('Je déménage');
});

test('a customer deletes the account after a confirmation and can no longer log in', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status (401|422)/);
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(context, chenes, customer);
  await openPage(page, chenes, '/account');
  await button(page, 'Supprimer mon compte…').click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer définitivement le compte ?' });
  await expect(dialog).toContainText(customer.email);
  await dialog.getByRole('button', { name: 'Non, le garder' }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Supprimer mon compte…')).toBeFocused();
  await button(page, 'Supprimer mon compte…').click();
  await dialog.getByLabel('Mot de passe').fill('faux');
  await dialog.getByRole('button', { name: 'Oui, le supprimer' }).click();
  await expect(dialog.getByLabel('Mot de passe')).toBeFocused();
  await dialog.getByLabel('Mot de passe').fill(customer.password);
  await dialog.getByRole('button', { name: 'Oui, le supprimer' }).click();
  await page.waitForURL(buildShopUrl(chenes, '/'));
  await waitForMail(customer.email, /est supprimé/);
  await page.goto(buildShopUrl(chenes, '/account'));
  await page.waitForURL(/\/auth\?return=/);
  await logInWith(page, customer.email, customer.password);
  await expect(main(page).getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
});

test('a visitor subscribes to the newsletter in the footer, confirms it by mail and unsubscribes', async ({ page }) => {
  const email = createRandomEmail();
  await openPage(page, willow, '/our-story');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('textbox', { name: /newsletter/i }).fill('half@');
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByRole('textbox', { name: /newsletter/i })).toBeFocused();
  await footer.getByRole('textbox', { name: /newsletter/i }).fill(email);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByRole('status').filter({ hasText: email })).toBeVisible();
  await openPage(page, willow, findLinkPath(await waitForMail(email, /One click/), /\/newsletter\/confirm\//));
  await button(page, /./).first().click();
  await expect(page.getByRole('status').getByRole('heading')).toBeVisible();
  await main(page).getByRole('link', { name: /home/i }).last().click();
  await page.waitForURL(buildShopUrl(willow, '/'));
  await waitForMail(email, /^You are subscribed to “News from the hill”/);

  await openPage(page, willow, '/newsletter/unsubscribe');
  await main(page).getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await main(page).getByRole('button', { name: 'Send me the link' }).click();
  await expect(main(page).getByRole('status').filter({ hasText: email })).toBeVisible();
  await openPage(page, willow, findLinkPath(await waitForMail(email, /^Unsubscribe/), /\/newsletter\/unsubscribe\//));
  await main(page).getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(main(page).getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
});

test('a mail provider unsubscribes a reader with one click, and the page of the link works without scripts', async ({
  browser,
  page,
  request,
}) => {
  const email = createRandomEmail();
  await openPage(page, willow, '/our-story');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('textbox', { name: 'Newsletter “News from the hill”' }).fill(email);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await openPage(page, willow, findLinkPath(await waitForMail(email, /One click/), /\/newsletter\/confirm\//));
  await main(page).getByRole('button', { name: 'Confirm my subscription' }).click();
  const { headers } = await waitForMail(email, /^You are subscribed/);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<([^>]+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? [];

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plainPage = await context.newPage();
  const { pathname } = new URL(url);
  await plainPage.goto(buildShopUrl(willow, pathname));
  const unsubscribe = plainPage.getByRole('main').getByRole('button', { name: 'Unsubscribe' });
  await expect(unsubscribe).toBeVisible();

  const { host, port } = new URL(buildShopUrl(willow, pathname));
  const answer = await request.post(`http://127.0.0.1:${port}${pathname}`, {
    headers: { host },
    form: { 'List-Unsubscribe': 'One-Click' },
  });
  expect(answer.status()).toBe(200);
  await unsubscribe.click();
  await expect(plainPage.getByText('You will no longer receive “News from the hill”.')).toBeVisible();
  await context.close();

  await openPage(page, willow, '/newsletter/unsubscribe');
  await main(page).getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await main(page).getByRole('button', { name: 'Send me the link' }).click();
  await expect(main(page).getByRole('status').filter({ hasText: email })).toBeVisible();
  expect((await findMailsTo(email)).map(({ subject }) => subject)).toHaveLength(2);
});

test('a session of one estate is not valid at another', async ({ page, context, shop, pageErrors }) => {
  pageErrors.allow(/^status 401/);
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(context, chenes, customer);
  await openPage(page, chenes, '/account');
  await expect(main(page).getByText('Bonjour Camille')).toBeVisible();
  await context.addCookies([
    { name: 'token', value: customer.token, url: buildShopUrl(willow, '/'), httpOnly: true },
    { name: 'idSite', value: '41', url: buildShopUrl(willow, '/') },
  ]);
  await page.goto(buildShopUrl(willow, '/account'));
  await page.waitForURL(/\/auth\?return=/);
});
