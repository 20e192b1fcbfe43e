import type { Page } from '@playwright/test';
import { createScreenOpener } from '#tests/support/browser/admin-screens.ts';
import {
  describeHorizontalOverflow,
  findAxeViolationsOutsideFrames,
  refusedPicture,
} from '#tests/support/browser/page-checks.ts';
import { callPanelApiForData, goToPanelScreen, makeUnique } from '#tests/support/browser/panel.ts';
import {
  checkDialog,
  desktopViewport,
  expectAccessibleDialog,
  type PanelDialog,
  phoneViewport,
} from '#tests/support/browser/panel-dialogs.ts';
import {
  createRandomEmail,
  deleteSessionCookie,
  setSessionCookies,
  test,
} from '#tests/support/browser/shop-fixtures.ts';
import { expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

// Dialogs are opened at 1440 and at 390 px. They are closed without the action that they offer.

test.use({ viewport: desktopViewport });

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first();

const checkBox = async (page: Page, name: RegExp) => {
  const box = page.getByRole('checkbox', { name }).first();
  if (!(await box.isChecked())) await box.check();
};

const dialogs: readonly PanelDialog[] = [
  { path: '/', opener: button('Aide') },
  { path: '/stock', opener: button(/^Modifier le stock/) },
  {
    path: '/prices',
    opener: button(/^Programmer des prix/),
    prepare: (page) => checkBox(page, /^Sélectionner/),
  },
  { path: '/collection-calendar', opener: button(/^Fermer ce jour/) },
  { path: '/go-live', opener: button('Fermer le site') },
  { path: '/domain', opener: button('Modifier') },
  { path: '/domain', opener: button('En faire le domaine principal') },
  { path: '/page-tree/fr_FR', opener: button(/^Modifier :/) },
  { path: '/news/create', opener: button('Ajouter une image') },
  { path: '/page/3', opener: button('Versions…') },
  { path: '/page/3', opener: button('Programmer…') },
  { path: '/page/3', opener: button('Ajouter une section'), role: 'menu' },
];

test('the dialogs of the panel are accessible, and return the focus when they are closed', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  test.setTimeout(240_000);
  pageErrors.allow(refusedPicture);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' }));
  await goToPanelScreen(page, '/security');
  const screens = createScreenOpener(page);
  for (const dialog of dialogs) await checkDialog(page, screens, dialog);

  // The chart library measures texts in an element that stays hidden from assistive technology, even if a dialog was
  // opened before the charts.
  await screens.open('/');
  await expect(page.locator('[aria-hidden=true] > #recharts_measurement_span')).toHaveCount(1);
  await expect(page.locator('#recharts_measurement_span')).toHaveCount(1);
});

test('the dialogs about orders, vouchers, customers and newsletters are accessible, and return the focus', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(240_000);
  const customer = await shop.createCustomer(chenes);
  const paid = await shop.insertOrder(customer, { order: { state: 'PAID' } });
  const packed = await shop.insertOrder(customer, { order: { state: 'PREPARING' } });
  const gift = await shop.insertOrder(customer, { lines: [{ kind: 'voucher', name: 'Bon cadeau' }] });
  await shop.insertRegistration(chenes, { name: 'Solène Marchadier', email: customer.email });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await goToPanelScreen(page, '/security');
  const issue = await callPanelApiForData<{ key: number }>(page, '/newsletter-issue', {
    method: 'POST',
    body: { item: { newsletterList: 1, subject: makeUnique('Les primeurs'), blocks: [] } },
  });
  await callPanelApiForData(page, `/order/${gift}/state`, { method: 'PUT', body: { state: 'PAID' } });
  const screens = createScreenOpener(page);
  for (const dialog of [
    { path: '/voucher', opener: button('Valider le bon') },
    { path: `/order/${paid}/show`, opener: button('Commencer la préparation') },
    { path: `/order/${paid}/show`, opener: button('Annuler la commande') },
    { path: `/order/${paid}/show`, opener: button('Rembourser…') },
    { path: `/order/${packed}/show`, opener: button('Expédier') },
    { path: `/customer/${customer.id}/show`, opener: button('Effacer') },
    { path: '/registration', opener: button('Annuler l’inscription de Solène Marchadier') },
    { path: `/newsletter-issue/${issue.key}`, opener: button('Envoyer la lettre') },
    { path: `/newsletter-issue/${issue.key}`, opener: button('Supprimer') },
  ])
    await checkDialog(page, screens, dialog);
});

test('the steps inside screens are accessible: menu, checked import, invitation and two-step log-in', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  const staff = await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' });
  await setSessionCookies(context, chenes, staff);
  await goToPanelScreen(page, '/product-import');
  const screens = createScreenOpener(page);
  const check = async (name: string) => {
    for (const viewport of [desktopViewport, phoneViewport]) {
      await page.setViewportSize(viewport);
      await screens.waitForContent();
      expect.soft(await findAxeViolationsOutsideFrames(page), `${name} at ${viewport.width} px`).toEqual([]);
      expect.soft(await describeHorizontalOverflow(page), `${name} at ${viewport.width} px`).toBe('');
    }
    await page.setViewportSize(desktopViewport);
  };

  const exported = await page.evaluate(async () => (await fetch('/api/admin/product/export/json')).text());
  const changed = exported.replace(/("appellation": ?")/, '$1Essai ');
  expect(changed).not.toBe(exported);
  const file = { name: 'products.json', mimeType: 'application/json', buffer: Buffer.from(changed) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/^Le fichier est correct/)).toBeVisible();
  await check('the checked import');

  await screens.open('/staff');
  await page.getByLabel('Adresse électronique').fill(createRandomEmail());
  await page.getByRole('button', { name: 'Inviter' }).press('Enter');
  await expect(page.getByText(/^L’invitation a été envoyée/)).toBeVisible();
  await check('the invitation');

  await screens.open('/security');
  await page.getByLabel('Votre mot de passe').fill(staff.password);
  await page.getByRole('button', { name: 'Configurer' }).press('Enter');
  await expect(page.getByLabel('Six chiffres de l’application')).toBeVisible();
  await check('the two-step log-in');

  await page.setViewportSize(phoneViewport);
  await page.getByRole('button', { name: 'Ouvrir le menu' }).press('Enter');
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(await findAxeViolationsOutsideFrames(page)).toEqual([]);
});

test('a conflict of two versions of an item is accessible, and returns the focus to the button', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 409: /);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await goToPanelScreen(page, '/news');
  const name = makeUnique('Gelée');
  const item = { slug: `gelee-${Date.now()}`, title: name, summary: 'Froid', body: { html: '<p>Froid</p>' } };
  const draft = { ...item, publishedAt: '2099-01-10T08:00:00Z' };
  const { key } = await callPanelApiForData<{ key: number }>(page, '/news', { method: 'POST', body: { item: draft } });
  const path = `/news/${key}`;
  await goToPanelScreen(page, path);
  const save = page.getByRole('button', { name: 'Enregistrer' });
  const title = page.getByRole('textbox', { name: /^Titre/ });
  // The form must be loaded before the save below. Otherwise it would get the saved version, and there would be no
  // conflict.
  await expect(title).toHaveValue(name);
  for (const viewport of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(viewport);
    const present = await callPanelApiForData<{ revision: number; item: object }>(page, path);
    const changes = {
      summary: makeUnique('Froid'),
      body: { html: `<p>${makeUnique('Froid et sec. '.repeat(100))}</p>` },
    };
    const body = { revision: present.revision, item: { ...present.item, ...changes } };
    await callPanelApiForData(page, path, { method: 'PUT', body });
    await title.fill(makeUnique('Gelée blanche'));
    await save.press('Enter');
    const dialog = page.getByRole('dialog');
    await expectAccessibleDialog(page, dialog, `the conflict at ${viewport.width} px`);
    await expect(dialog).toContainText('Froid et sec.');
    expect((await dialog.textContent())?.length, 'a long text is cut').toBeLessThan(2_000);
    await expect(dialog).not.toContainText(/[{<]/);
    for (const each of await dialog.getByRole('button').all())
      expect((await each.boundingBox())?.height, 'the text of a button has one line').toBeLessThan(60);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(save).toBeFocused();
  }
  const { revision } = await callPanelApiForData<{ revision: number }>(page, path);
  await callPanelApiForData(page, `${path}?revision=${revision}`, { method: 'DELETE' });
});

test('a conflict of two versions of a page is accessible, and returns the focus to the button', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 409: [^ ]*\/draft$/);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await goToPanelScreen(page, '/page/3');
  interface Editing {
    published: { revision: number; content: { title: unknown } };
    draft: { revision: number; content: { title: unknown } | null };
  }
  const save = page.getByRole('button', { name: 'Enregistrer le brouillon' });
  const title = page.getByRole('textbox', { name: 'Titre de la page' });
  for (const viewport of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(viewport);
    await expect(title).toBeVisible();
    const { published, draft } = await callPanelApiForData<Editing>(page, '/page/3/draft');
    const content = { ...published.content, title: makeUnique('Titre du second onglet') };
    const body = { revision: draft.revision, pageRevision: published.revision, content, publishAt: null };
    await callPanelApiForData(page, '/page/3/draft', { method: 'PUT', body });
    await title.fill(makeUnique('Titre du premier onglet'));
    await save.press('Enter');
    const dialog = page.getByRole('dialog');
    await expectAccessibleDialog(page, dialog, `the conflict at ${viewport.width} px`);
    for (const shown of ['Titre du second onglet', 'Titre du premier onglet'])
      await expect(dialog).toContainText(shown);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(save).toBeFocused();
  }
  const { draft } = await callPanelApiForData<Editing>(page, '/page/3/draft');
  await callPanelApiForData(page, `/page/3/draft?revision=${draft.revision}`, { method: 'DELETE' });
});

test('the dialog about the end of the session is accessible, and returns the focus to the form', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 401: /);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' }));
  const { waitForContent } = createScreenOpener(page);
  await goToPanelScreen(page, '/staff');
  await waitForContent();
  const invite = page.getByRole('button', { name: 'Inviter' });
  await page.getByLabel('Adresse électronique').fill(createRandomEmail());
  await deleteSessionCookie(context);
  for (const viewport of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(viewport);
    // The session has ended, so the list that is read after the call is refused as well. The dialog is closed only
    // then, because a later refusal would open it again.
    const lastRefusal = page.waitForResponse(/\/api\/admin\/staff$/);
    await invite.press('Enter');
    await lastRefusal;
    const dialog = page.getByRole('dialog', { name: 'Votre session a expiré' });
    await expectAccessibleDialog(page, dialog, `the session at ${viewport.width} px`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(invite).toBeFocused();
  }
});
