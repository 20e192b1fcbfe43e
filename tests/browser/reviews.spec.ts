import type { Page } from '@playwright/test';
import { findHtmlErrors } from '#tests/support/browser/html-errors.ts';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import {
  createRandomEmail,
  findLinkPath,
  setSessionCookies,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const productPath = '/wines/colombard-l-estran/3';
const line = { productId: 3, variantId: 104, name: 'Colombard « L’Estran »' };

/** Publishes the pending review with this text as staff, with a reply. */
async function publish(staffPage: Page, text: string): Promise<void> {
  const status = await staffPage.evaluate(async (reviewText) => {
    const listed = await fetch('/api/admin/review?state=PENDING&nbItem=100');
    const { data } = (await listed.json()) as { data: { reviews: { id: number; revision: number; text: string }[] } };
    const review = data.reviews.find((one) => one.text === reviewText);
    const response = await fetch(`/api/admin/review/${review?.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ revision: review?.revision, state: 'PUBLISHED', reply: 'Merci de votre confiance.' }),
    });
    return response.status;
  }, text);
  expect(status).toBe(200);
}

test('a customer reviews a wine by keyboard, staff publish the review, and visitors see it', async ({
  page,
  shop,
  browser,
}) => {
  const customer = await shop.createCustomer(chenes, { email: createRandomEmail() });
  await shop.inviteToReview(chenes, customer, [line]);
  const mail = await waitForMail(customer.email, /commande/);
  const path = new URL(/https?:\/\/\S+\/review\/\S+/.exec(mail.text)?.[0] ?? '').pathname;
  const { headers, text: invitation } = await httpGet(chenes, path);
  expect(headers['cache-control']).toContain('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(await findHtmlErrors(invitation)).toEqual([]);

  await openPage(page, chenes, path);
  expect(await findAxeViolations(page)).toEqual([]);
  const form = page.getByRole('region', { name: line.name });
  await form.getByRole('textbox', { name: 'Votre avis' }).fill('Vif et salin,\nparfait avec des moules.');
  await form.getByRole('button', { name: 'Envoyer mon avis' }).press('Enter');
  await expect(form).toContainText('Choisissez une note de 1 à 5.');
  await expect(form.getByRole('textbox', { name: 'Votre avis' })).toHaveValue(/Vif et salin/);
  await form.getByRole('radio', { name: /Excellent/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio', { name: /Très bien/ })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'Nom affiché' })).toHaveValue('Camille V.');
  await form.getByRole('button', { name: 'Envoyer mon avis' }).press('Enter');
  await expect(form.getByRole('status').first()).toContainText('En attente de vérification');
  expect((await httpGet(chenes, productPath)).text).not.toContain('Vif et salin');

  const staffContext = await browser.newContext();
  const staffPage = await staffContext.newPage();
  await setSessionCookies(staffContext, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await openPage(staffPage, chenes, '/legal-notice');
  await publish(staffPage, 'Vif et salin,\nparfait avec des moules.');
  await staffContext.close();

  await expect.poll(async () => (await httpGet(chenes, productPath)).text).toContain('Vif et salin');
  const { text } = await httpGet(chenes, productPath);
  const data = /<script type="application\/ld\+json"[^>]*>([^<]*)/.exec(text)?.[1] ?? '';
  const product = (JSON.parse(data)['@graph'] as { '@type': string; aggregateRating?: object }[]).find(
    (node) => node['@type'] === 'Product',
  );
  expect(product?.aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1 });
  await openPage(page, chenes, productPath);
  const reviews = page.getByRole('region', { name: 'Avis clients' });
  await expect(reviews).toContainText('Camille V.');
  await expect(reviews).toContainText('Merci de votre confiance.');
  await expect(reviews.getByRole('img', { name: '4 sur 5' }).first()).toBeVisible();

  await openPage(page, chenes, path);
  await form.getByText('Retirer cet avis').press('Enter');
  await form.getByRole('button', { name: 'Oui, supprimer' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Envoyer mon avis' })).toBeVisible();
  await expect.poll(async () => (await httpGet(chenes, productPath)).text).not.toContain('Vif et salin');
});

test('fictional reviews are marked and not part of the structured data', async ({ page }) => {
  const path = '/wines/cabernet-les-vieux-chenes/8';
  await openPage(page, chenes, path);
  await expect(page.getByRole('region', { name: 'Avis clients' })).toContainText('Aucun client ne les a écrits.');
  await openPage(page, chenes, '/reviews');
  await expect(page.getByRole('main')).toContainText('Aucun client ne les a écrits.');
  for (const url of [path, '/reviews']) expect((await httpGet(chenes, url)).text).not.toContain('AggregateRating');
});

test('a customer finds the refusal of invitations in the account, and accepts them again', async ({ page, shop }) => {
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(page.context(), chenes, customer);
  await openPage(page, chenes, '/account');
  const section = page.getByRole('region', { name: 'Préférences de communication' });
  const choose = async (isAccepted: boolean) => {
    await section.getByRole('checkbox', { name: /^Demandes d’avis/ }).setChecked(isAccepted);
    await section.getByRole('button', { name: 'Enregistrer mes choix' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'C’est enregistré.' })).toBeVisible();
    await page.reload();
    await expect(section.getByRole('checkbox', { name: /^Demandes d’avis/ })).toBeChecked({ checked: isAccepted });
  };
  await choose(false);
  await choose(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // Chromium reports each blocked script as a policy violation.
  test.beforeEach(({ pageErrors }) => pageErrors.allow(/^failed: .*\.js csp$|status of 400/));

  test('a customer refuses further invitations by the link in the mail, in both languages', async ({ page, shop }) => {
    for (const { host, subject, confirm, done } of [
      {
        host: chenes,
        subject: /commande/,
        confirm: 'Ne plus recevoir de demande d’avis',
        done: 'Nous ne vous demanderons plus votre avis',
      },
      {
        host: willow,
        subject: /your order/,
        confirm: 'Refuse invitations',
        done: 'We will no longer ask you for reviews',
      },
    ]) {
      const customer = await shop.createCustomer(host);
      const order = { lang: host === chenes ? 'fr_FR' : 'en' } as const;
      await shop.inviteToReview(host, customer, [line], order);
      const mail = await waitForMail(customer.email, subject);
      const path = findLinkPath(mail, /\/review\/refuse\//);
      const read = await httpGet(host, path);
      expect(read.headers['cache-control']).toContain('no-store');
      expect(read.headers['referrer-policy']).toBe('no-referrer');
      expect(await findHtmlErrors(read.text)).toEqual([]);
      expect(await shop.hasRefusedReviews(customer)).toBe(false);
      await page.goto(buildShopUrl(host, path));
      await page.getByRole('button', { name: confirm }).click();
      await expect(page.getByRole('heading', { name: done })).toBeVisible();
      expect(await shop.hasRefusedReviews(customer)).toBe(true);
    }
  });

  test('a customer corrects, sends and withdraws a review', async ({ page, shop }) => {
    const customer = await shop.createCustomer(chenes, { email: createRandomEmail() });
    await shop.inviteToReview(chenes, customer, [line]);
    const mail = await waitForMail(customer.email, /commande/);
    const path = new URL(/https?:\/\/\S+\/review\/\S+/.exec(mail.text)?.[0] ?? '').pathname;
    await page.goto(buildShopUrl(chenes, path));
    const form = page.getByRole('region', { name: line.name });
    await form.getByRole('textbox', { name: 'Votre avis' }).fill('Net et droit');
    await form.getByRole('button', { name: 'Envoyer mon avis' }).click();
    await expect(form).toContainText('Choisissez une note de 1 à 5.');
    await expect(form.getByRole('textbox', { name: 'Votre avis' })).toHaveValue('Net et droit');
    await form.getByRole('radio', { name: /Très bien/ }).check();
    await form.getByRole('button', { name: 'Envoyer mon avis' }).click();
    await expect(form.getByRole('status').first()).toContainText('En attente de vérification');
    await expect(form).toContainText('Net et droit');
    await form.getByText('Retirer cet avis').press('Enter');
    await form.getByRole('button', { name: 'Oui, supprimer' }).press('Enter');
    await expect(page.getByText('Votre avis a été supprimé.')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Envoyer mon avis' })).toBeVisible();
  });
});
