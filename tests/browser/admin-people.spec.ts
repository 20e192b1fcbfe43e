import { describeHorizontalOverflow, findAxeViolations } from '#tests/support/browser/page-checks.ts';
import {
  createRandomEmail,
  findLinkPath,
  setSessionCookies,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { computeOneTimeCode } from '#tests/support/fixtures/compute-one-time-code.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test('an invited user joins the staff, protects the account and logs in with a code', async ({
  browser,
  context,
  page,
  shop,
}) => {
  test.setTimeout(180_000);
  const email = createRandomEmail();
  const password = 'trois merles sur le toit';
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/staff'));
  await page.getByLabel('Adresse électronique').fill(email);
  await page.getByRole('button', { name: 'Inviter' }).click();
  await expect(page.getByText(`${email}, Administrateur`)).toBeVisible();

  const invitedContext = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const invited = await invitedContext.newPage();
  const mail = await waitForMail(email, /Gérer le site/);
  await invited.goto(buildShopUrl(chenes, findLinkPath(mail, /\/auth\/invitation\//)));
  await waitForHydration(invited);
  await invited.getByLabel('Prénom').fill('Louise');
  await invited.getByLabel('Nom', { exact: true }).fill('Bertin');
  await invited.getByLabel('Mot de passe').fill(password);
  expect(await findAxeViolations(invited)).toEqual([]);
  await invited.getByRole('button', { name: 'Accepter l’invitation' }).click();
  await invited.getByRole('link', { name: 'Ouvrir l’administration' }).click();
  await expect(invited).toHaveURL(/\/auth\?return=%2Fadmin$/);

  const fillLogin = async () => {
    await waitForHydration(invited);
    const login = invited.getByRole('region', { name: 'J’ai un compte' });
    await login.getByLabel('Adresse électronique').fill(email);
    await login.getByLabel('Mot de passe').fill(password);
    await login.getByRole('button', { name: 'Se connecter' }).click();
  };
  await fillLogin();
  await expect(invited).toHaveURL(/\/admin$/);

  await invited.goto(buildShopUrl(chenes, '/admin/security'));
  await invited.getByLabel('Votre mot de passe').fill(password);
  await invited.getByRole('button', { name: 'Configurer' }).click();
  const key = await invited.getByText('saisissez cette clé').textContent();
  const secret = /[A-Z2-7]{32}/.exec(key ?? '')?.[0] ?? '';
  await invited.getByLabel('Six chiffres de l’application').fill(computeOneTimeCode(secret));
  await invited.getByRole('button', { name: 'Activer' }).click();
  await expect(invited.getByText('gardez-les en lieu sûr')).toBeVisible();
  expect(await findAxeViolations(invited)).toEqual([]);
  expect(await describeHorizontalOverflow(invited)).toBe('');

  await invited.context().clearCookies();
  await invited.goto(buildShopUrl(chenes, '/admin/security'));
  await fillLogin();
  await invited.getByLabel('Code de votre téléphone').fill(computeOneTimeCode(secret, 1));
  await invited.getByRole('button', { name: 'Se connecter' }).click();
  await expect(invited).toHaveURL(/\/admin\/security$/);
  await expect(invited.getByText('Il reste 10 codes de secours')).toBeVisible();
});

test('the panel and the link to it exist for staff alone', async ({ page, context, shop }) => {
  for (const role of ['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    await context.clearCookies();
    await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role }));
    const panel = await page.request.get(buildShopUrl(chenes, '/admin'));
    expect([role, panel.status()]).toEqual([role, role === 'MEMBER' ? 404 : 200]);
    await page.goto(buildShopUrl(chenes, '/account'));
    await expect(page.getByRole('button', { name: 'Se déconnecter', exact: true })).toBeVisible();
    const link = page.getByRole('main').getByRole('link', { name: 'Administration' });
    await expect(link).toHaveCount(role === 'MEMBER' ? 0 : 1);
  }
});
