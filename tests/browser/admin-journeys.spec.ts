import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  expectEditConflictInTwoTabs,
  publishAndRestoreHomePageChange,
  scheduleAndRestorePageChange,
} from '#tests/support/browser/edit-pages.ts';
import { describeHorizontalOverflow, refusedPicture } from '#tests/support/browser/page-checks.ts';
import { goToPanelScreen, makeUnique } from '#tests/support/browser/panel.ts';
import { saveAndExpectVisibleInTime } from '#tests/support/browser/save-and-expect-visible-in-time.ts';
import {
  createRandomEmail,
  findLinkPath,
  type ShopDatabase,
  setSessionCookies,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';
import { billingAddress } from '#tests/support/fixtures/seed-order.ts';

// The journeys of a winemaker who is not an engineer, in French, on a phone and on a desktop screen.

/** The tests of this file edit the same page, so they run one after the other. */
test.describe.configure({ mode: 'default' });
test.use({ actionTimeout: 20_000 });

const views = join(import.meta.dirname, '../../sites/domaine-des-chenes/media/views');

async function addWine(page: Page): Promise<void> {
  const name = makeUnique('Essai des Chênes');
  await goToPanelScreen(page, '/product/create');
  await page.getByLabel('Nom', { exact: false }).first().fill(name);
  await page.getByRole('combobox', { name: 'Catégorie' }).click();
  await page.getByRole('option', { name: 'Vin blanc' }).click();
  await page.getByRole('tab', { name: 'Millésimes et prix' }).click();
  await page.locator('.button-add-variants').click();
  for (const [index, year] of ['2024', '2023'].entries()) {
    await page.locator(`[name="variants.${index}.reference"]`).fill(`ESSAI-${year}-${Date.now()}`);
    await page.locator(`[name="variants.${index}.year"]`).fill(year);
    await page.locator(`[name="variants.${index}.price"]`).fill('12,50');
    await page.locator(`[name="variants.${index}.quantity"]`).fill('60');
  }
  await page.getByRole('tab', { name: 'Photos' }).click();
  // The earlier tab has buttons of the same name until the new one is shown.
  await expect(page.getByRole('button', { name: 'Ajouter une image' })).toHaveCount(1);
  for (const file of ['harvest.webp', 'cellar.webp']) {
    await page.getByRole('button', { name: 'Ajouter une image' }).click();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(join(views, file));
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(await describeHorizontalOverflow(page)).toBe('');
  await saveAndExpectVisibleInTime(page, {
    host: chenes,
    path: '/nos-produits/nos-vins',
    isShown: (html) => html.includes(name),
    call: /\/admin\/product$/,
    save: () => page.getByRole('button', { name: 'Enregistrer' }).click(),
  });
  await expect(page).toHaveURL(/\/admin\/product\/\d+/);
  const id = /product\/(\d+)/.exec(page.url())?.[1];
  const { text } = await httpGet(chenes, `/wines/${id}`);
  for (const shown of [name, '2024', '2023']) expect(text).toContain(shown);
  const gallery = text.slice(text.indexOf('<main'), text.indexOf('</main'));
  expect(new Set(gallery.match(/\/image\/\d+/g)).size).toBeGreaterThanOrEqual(2);

  // The wine is deleted, because other tests count the wines of this server.
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
  await expect(page).toHaveURL(/\/admin\/product(\?|$)/);
}

async function shipOrder(page: Page, shop: ShopDatabase): Promise<void> {
  const customer = await shop.createCustomer(chenes);
  const lastname = `Belette ${customer.id}`;
  await shop.insertOrder(customer, { order: { state: 'PAID', billingAddress: { ...billingAddress, lastname } } });
  await goToPanelScreen(page, '');
  await page.getByRole('link', { name: /commandes? à préparer/ }).click();
  await page.getByPlaceholder('Numéro, nom, téléphone, courriel ou vin').fill(lastname);
  await page.getByText(lastname).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Commencer la préparation' }).click();
  await dialog.getByRole('button', { name: 'Commencer la préparation' }).click();
  await page.getByRole('button', { name: 'Expédier', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Numéro de suivi' }).fill('6A123456');
  await expect(dialog.getByRole('region', { name: 'Courriel au client' })).toContainText('6A123456');
  expect(await describeHorizontalOverflow(page)).toBe('');
  await dialog.getByRole('button', { name: 'Expédier' }).click();
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Expédiée');
  expect((await waitForMail(customer.email, /en route/)).text).toContain('6A123456');
}

/**
 * Sends a contact message and an answer to the form for groups.
 * @returns The email addresses of their senders.
 */
async function sendMessages(page: Page, ticket: string): Promise<string[]> {
  const [contact, group] = [createRandomEmail(), createRandomEmail()];
  const message = await page.request.post(buildShopUrl(chenes, '/api/message'), {
    data: { name: 'Jeanne', email: contact, topic: 'visit', message: 'Ouvrez-vous le lundi ?', ticket },
  });
  const multipart = {
    group: 'Les Amis du Vin',
    people: '14',
    day: '2099-05-12',
    language: 'fr',
    name: 'Jeanne',
    email: group,
    phone: '05 45 00 00 00',
    message: 'Ouvrez-vous le lundi ?',
    adults: 'yes',
    ticket,
  };
  const answer = await page.request.post(buildShopUrl(chenes, '/api/forms/2/submit'), { multipart });
  expect([message.status(), answer.status()]).toEqual([200, 200]);
  return [contact, group];
}

async function answerMessage(page: Page, email: string): Promise<void> {
  await goToPanelScreen(page, '/form-submission');
  await page.getByText(email).first().click();
  await expect(page.getByText('Ouvrez-vous le lundi ?')).toBeVisible();
  const reply = page.getByRole('region', { name: 'Répondre' });
  await expect(reply).toContainText(email);
  await reply.getByRole('textbox', { name: 'Votre réponse' }).fill('Oui, de 10 h à 18 h.');
  expect(await describeHorizontalOverflow(page)).toBe('');
  await reply.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByRole('region', { name: 'Réponses envoyées' })).toContainText('Oui, de 10 h à 18 h.');
  const mail = await waitForMail(email, /^Re/);
  expect(mail.text).toContain('Oui, de 10 h à 18 h.');
  expect(mail.text).not.toContain('Ouvrez-vous le lundi');
  await expect(page.getByRole('button', { name: 'Remettre à traiter' })).toBeVisible();
}

async function scheduleNews(page: Page): Promise<void> {
  const title = makeUnique('Le bourru est tiré');
  await goToPanelScreen(page, '/news/create');
  await page.getByRole('textbox', { name: /^Titre/ }).fill(title);
  await page.getByRole('textbox', { name: /^Résumé/ }).fill('Il pétille encore.');
  await page.getByRole('textbox', { name: 'Texte' }).fill('À boire dans la semaine.');
  await page.getByLabel(/^Date de publication/).fill('2099-09-20T08:00');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/news\/\d+$/);
  const isListed = async () => (await httpGet(chenes, '/actualites')).text.includes(title);
  expect(await isListed()).toBe(false);
  // The form accepts whole minutes only. A call brings the date forward, so that the test need not wait for a minute.
  const status = await page.evaluate(
    async (path) => {
      const { data } = await (await fetch(path)).json();
      const item = { ...data.item, publishedAt: new Date(Date.now() + 3_000).toISOString() };
      const headers = { 'content-type': 'application/json' };
      return (await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ revision: data.revision, item }) }))
        .status;
    },
    `/api/admin/news/${/\d+$/.exec(page.url())?.[0]}`,
  );
  expect(status).toBe(200);
  expect(await isListed()).toBe(false);
  await expect.poll(isListed, { timeout: 20_000, intervals: [100] }).toBe(true);
}

async function publishReview(page: Page, shop: ShopDatabase): Promise<void> {
  const text = makeUnique('Droit et salin');
  const customer = await shop.createCustomer(chenes, { email: createRandomEmail() });
  await shop.inviteToReview(chenes, customer, [{ productId: 2, variantId: 103, name: 'Sauvignon « Pierre à Feu »' }]);
  const path = findLinkPath(await waitForMail(customer.email, /commande/), /\/review\//);
  await openPage(page, chenes, path);
  const form = page.getByRole('region', { name: 'Sauvignon « Pierre à Feu »' });
  await form.getByRole('textbox', { name: 'Votre avis' }).fill(text);
  await form.getByRole('radio', { name: /Très bien/ }).check();
  await form.getByRole('button', { name: 'Envoyer mon avis' }).click();
  await expect(form.getByRole('status').first()).toContainText('En attente de vérification');

  await goToPanelScreen(page, '/review');
  const review = page.getByRole('article').filter({ hasText: text });
  await review.getByRole('textbox', { name: /Votre réponse/ }).fill('Merci de votre confiance.');
  expect(await describeHorizontalOverflow(page)).toBe('');
  await saveAndExpectVisibleInTime(page, {
    host: chenes,
    path: '/wines/sauvignon-pierre-a-feu/2',
    isShown: (html) => html.includes(text) && html.includes('Merci de votre confiance.'),
    call: /\/admin\/review\/\d+$/,
    save: () => review.getByRole('button', { name: 'Publier' }).click(),
  });
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`a winemaker runs the shop and the site on a screen of ${viewport.width} px`, async ({
    page,
    context,
    shop,
    pageErrors,
  }) => {
    test.setTimeout(150_000);
    pageErrors.allow(refusedPicture);
    // The preview of the mail about a change of state may still be loading when the state changes.
    pageErrors.allow(/^status 409: [^ ]*\/mail-preview\?/);
    // The second tab's save is refused.
    pageErrors.allow(/^status 409: [^ ]*\/draft$/);
    await page.setViewportSize(viewport);
    await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
    // The ticket is requested before the first steps, because the spam protection rejects a message whose ticket is
    // less than three seconds old.
    const { data } = await (await page.request.get(buildShopUrl(chenes, '/api/forms/ticket'))).json();

    await test.step('changes the home page', () => publishAndRestoreHomePageChange(page));
    await test.step('adds a wine with two vintages and two pictures', () => addWine(page));
    await test.step('packs and ships an order', () => shipOrder(page, shop));
    await test.step('answers a contact message and a form', async () => {
      for (const email of await sendMessages(page, data.ticket)) await answerMessage(page, email);
    });
    await test.step('schedules a news item', () => scheduleNews(page));
    await test.step('schedules a page and returns to its earlier version', () => scheduleAndRestorePageChange(page));
    await test.step('publishes a review', () => publishReview(page, shop));
    await test.step('edits a page in two tabs', () => expectEditConflictInTwoTabs(page));
  });
}
