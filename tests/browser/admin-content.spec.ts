import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { callPanelApiForData, goToPanelScreen } from '#tests/support/browser/panel.ts';
import { createRandomEmail, setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test('a winemaker publishes a news item with a picture and handles an answer on a phone', async ({
  page,
  shop,
  context,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await setSessionCookies(
    context,
    chenes,
    await shop.createCustomer(chenes, { role: 'ADMIN', email: createRandomEmail() }),
  );
  const name = `Gelée blanche ${Date.now()}`;
  const slug = `gelee-${Date.now()}`;
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#dfe8ee' } })
    .jpeg()
    .toBuffer();

  const ticketAt = Date.now();
  const { data } = await (await page.request.get(buildShopUrl(chenes, '/api/forms/ticket'))).json();

  await page.goto(buildShopUrl(chenes, '/admin/news/create'));
  await page
    .getByLabel(/^Titre/)
    .first()
    .fill(name);
  await page
    .getByLabel(/^Adresse sur le site/)
    .first()
    .fill(slug);
  await page
    .getByLabel(/^Résumé/)
    .first()
    .fill('Le premier gel a blanchi les vignes.');
  await page.getByLabel(/^Date de publication/).fill('2026-01-10T08:00');
  await page.getByRole('textbox', { name: 'Texte' }).fill('Aucun bourgeon n’a souffert.');
  await page.getByRole('button', { name: 'Ajouter une image' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Choisir une image' });
  await dialog.getByLabel('Choisir des images').setInputFiles({ name: `${slug}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`${slug}.jpg`)).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/news\/\d+$/);
  const id = /\d+$/.exec(page.url())?.[0];
  const visitorPage = async () => (await httpGet(chenes, `/actualites/${slug}/${id}`)).text;
  await expect.poll(visitorPage).toContain(name);
  expect(await visitorPage()).toContain('Aucun bourgeon n’a souffert.');
  expect(await visitorPage()).toMatch(/\/image\/\d{7,}\?v=/);

  // The spam protection rejects a message whose ticket is less than three seconds old.
  await expect.poll(() => Date.now() - ticketAt).toBeGreaterThan(3_500);
  const question = `Ouvrez-vous le ${Date.now()} ?`;
  const sent = await page.request.post(buildShopUrl(chenes, '/api/message'), {
    data: { name: 'Jeanne', email: createRandomEmail(), topic: 'visit', message: question, ticket: data.ticket },
  });
  expect(sent.status()).toBe(200);
  await page.goto(buildShopUrl(chenes, '/admin/form-submission'));
  await page.getByRole('link').filter({ hasText: /@/ }).first().click();
  await expect(page.getByText(question)).toBeVisible();
  await page.getByRole('button', { name: 'Marquer comme traité' }).click();
  await expect(page.getByRole('button', { name: 'Remettre à traiter' })).toBeVisible();
});

test('a winemaker uploads a price list as a PDF and links to it, and a visitor downloads it', async ({
  page,
  shop,
  context,
  browser,
}) => {
  test.slow();
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  const stamp = Date.now();
  const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(60_000)}${stamp}`);

  await goToPanelScreen(page, '/');
  await page.getByRole('button', { name: 'Pages et images' }).click();
  await page.getByRole('link', { name: 'Fichiers', exact: true }).click();
  const chosen = { name: `Tarif d’été ${stamp}.PDF`, mimeType: 'application/pdf', buffer: pdf };
  await page.getByLabel('Choisir des fichiers').setInputFiles(chosen);
  const name = `Tarif-d-ete-${stamp}.pdf`;
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('PDF');

  await goToPanelScreen(page, '/news/create');
  const slug = `tarif-${stamp}`;
  await page
    .getByLabel(/^Titre/)
    .first()
    .fill(`Notre tarif d’été ${stamp}`);
  await page
    .getByLabel(/^Adresse sur le site/)
    .first()
    .fill(slug);
  await page
    .getByLabel(/^Résumé/)
    .first()
    .fill('Les prix de la belle saison.');
  await page.getByLabel(/^Date de publication/).fill('2026-01-10T08:00');
  const text = page.getByRole('textbox', { name: 'Texte' });
  await text.fill('Téléchargez notre tarif');
  await text.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Lien', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Lien' });
  await dialog.getByLabel(/^Adresse du lien/).fill(String(stamp));
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Placer le lien' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/news\/\d+$/);
  const key = /\d+$/.exec(page.url())?.[0];
  const path = `/actualites/${slug}/${key}`;
  await expect.poll(async () => (await httpGet(chenes, path)).text).toContain(name);

  const visitor = await browser.newPage();
  await openPage(visitor, chenes, path);
  const link = visitor.getByRole('link', { name: 'Téléchargez notre tarif' });
  const served = await visitor.request.get(buildShopUrl(chenes, (await link.getAttribute('href')) ?? ''));
  expect(served.headers()).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'attachment' });
  const downloading = visitor.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(pdf);
  await visitor.close();

  await goToPanelScreen(page, '/file');
  await page.getByText(name).click();
  await expect(page.getByRole('link', { name: `Actualité – Notre tarif d’été ${stamp}`, exact: true })).toBeVisible();
  const { revision } = await callPanelApiForData<{ revision: number }>(page, `/news/${key}`);
  await callPanelApiForData(page, `/news/${key}?revision=${revision}`, { method: 'DELETE' });
});
