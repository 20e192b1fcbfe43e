import { expect, type Page } from '@playwright/test';
import { chenes } from '../fixtures/estates.ts';
import { describeHorizontalOverflow } from './page-checks.ts';
import { goToPanelScreen, makeUnique } from './panel.ts';
import { saveAndExpectVisibleInTime } from './save-and-expect-visible-in-time.ts';
import { httpGet } from './shop-test.ts';

// The steps of a winemaker who edits pages of the estate in the panel, in French. Each step restores the page.

/** Changes the home page, publishes it and returns to the earlier version. */
export async function publishAndRestoreHomePageChange(page: Page): Promise<void> {
  const title = makeUnique('Le mot de la saison');
  await goToPanelScreen(page, '/page/1');
  await page.getByText('Mot de bienvenue').click();
  const fields = page.getByRole('region', { name: 'Mot de bienvenue' });
  await expect(fields.getByRole('textbox', { name: 'Titre' })).toBeInViewport();
  await fields.getByRole('textbox', { name: 'Titre' }).fill(title);
  await fields.getByRole('button', { name: 'Descendre', exact: true }).click();
  expect(await describeHorizontalOverflow(page)).toBe('');
  const isMovedDown = (html: string) => html.indexOf(title) > html.indexOf('Trois bouteilles du moment');
  await saveAndExpectVisibleInTime(page, {
    host: chenes,
    path: '/',
    isShown: isMovedDown,
    call: /\/draft\/publish$/,
    save: () => page.getByRole('button', { name: 'Publier', exact: true }).click(),
  });
  await expect(page.getByText('La page est publiée.')).toBeVisible();

  // The earlier version is restored, because other tests read the home page of this server.
  await page.getByRole('button', { name: 'Versions…' }).click();
  await saveAndExpectVisibleInTime(page, {
    host: chenes,
    path: '/',
    isShown: (html) => !html.includes(title),
    call: /\/version\/\d+\/publish$/,
    save: () => page.getByRole('button', { name: 'Republier cette version' }).last().click(),
  });
}

/**
 * Saves the draft of a page with an earlier time of publication, as the panel does.
 * @param path URL path of the draft in the API
 * @returns The new time in ms since the epoch.
 */
const bringPublicationForward = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (url) => {
    const { data } = await (await fetch(url)).json();
    const { revision, pageRevision, content } = data.draft;
    const dueAt = Date.now() + 3_000;
    const body = JSON.stringify({ revision, pageRevision, content, publishAt: new Date(dueAt).toISOString() });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'PUT', headers, body });
    if (!response.ok) throw new Error(`the draft was not saved: ${response.status}`);
    return dueAt;
  }, path);

/** Schedules a change of the page `/notre-domaine`, waits until visitors see it, and returns to the earlier version. */
export async function scheduleAndRestorePageChange(page: Page): Promise<void> {
  const title = makeUnique('Le vignoble cet hiver');
  const path = '/notre-domaine';
  const isShown = (html: string) => html.includes(title);
  const isVisible = async () => isShown((await httpGet(chenes, path)).text);
  await goToPanelScreen(page, '/page/2');
  await page.getByText('Chiffres clés').first().click();
  const fields = page.getByRole('region', { name: 'Chiffres clés' });
  await fields.getByRole('textbox', { name: 'Titre' }).first().fill(title);
  await page.getByRole('button', { name: 'Programmer…' }).click();
  const dialog = page.getByRole('dialog');
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Jour et heure de publication').fill(`${day}T08:00`);
  expect(await describeHorizontalOverflow(page)).toBe('');
  await dialog.getByRole('button', { name: 'Enregistrer et programmer' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Ce brouillon sera publié le/)).toBeVisible();
  expect(await isVisible()).toBe(false);

  // The dialog accepts whole minutes only. A call brings the time forward, so that the test need not wait for a minute.
  const dueAt = await bringPublicationForward(page, '/api/admin/page/2/draft');
  expect(await isVisible()).toBe(false);
  await expect.poll(isVisible, { timeout: 20_000, intervals: [100] }).toBe(true);
  expect(Date.now(), 'the page is published at its time, not earlier').toBeGreaterThanOrEqual(dueAt);

  await goToPanelScreen(page, '/page/2');
  await page.getByRole('button', { name: 'Versions…' }).click();
  await saveAndExpectVisibleInTime(page, {
    host: chenes,
    path,
    isShown: (html) => !isShown(html),
    call: /\/version\/\d+\/publish$/,
    save: () => dialog.getByRole('button', { name: 'Republier cette version' }).last().click(),
  });
  await expect(dialog).toBeHidden();
}

/** Edits the home page in two tabs. The second tab is refused when it saves, and shows both versions. */
export async function expectEditConflictInTwoTabs(first: Page): Promise<void> {
  const second = await first.context().newPage();
  await second.setViewportSize(first.viewportSize() ?? { width: 1440, height: 900 });
  const save = (tab: Page) => tab.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  for (const [tab, title] of [
    [first, 'Titre du premier onglet'],
    [second, 'Titre du second onglet'],
  ] as const) {
    await goToPanelScreen(tab, '/page/1');
    await tab.getByText('Nouvelles du domaine').first().click();
    await tab.getByRole('region', { name: 'Actualités' }).getByRole('textbox', { name: 'Titre' }).fill(title);
  }
  await save(first);
  await expect(first.getByText('Le brouillon est enregistré.')).toBeVisible();
  await save(second);
  const dialog = second.getByRole('dialog');
  await expect(dialog).toContainText('Titre du premier onglet');
  await expect(dialog).toContainText('Titre du second onglet');
  expect(await describeHorizontalOverflow(second)).toBe('');
  await dialog.getByRole('button', { name: 'Prendre la version enregistrée' }).click();
  await expect(second.getByText('Titre du premier onglet').first()).toBeVisible();
  await second.getByRole('button', { name: 'Supprimer le brouillon' }).click();
  await expect(second.getByText('Le brouillon est supprimé.')).toBeVisible();
  await second.close();
}
