import type { Locator, Page } from '@playwright/test';
import { describeFocusRingVisibility, tabTo } from '#tests/support/browser/keyboard.ts';
import { callPanelApiForData, goToPanelScreen, makeUnique } from '#tests/support/browser/panel.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { expect, httpGet } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(async ({ context, shop }) => {
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
});

/** Presses a button with Enter, after tabbing to it unless it still has the focus from an earlier press. */
async function pressButton(page: Page, name: string | RegExp, { isBackwards = false } = {}): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).last();
  if (!(await button.evaluate((element) => element === document.activeElement)))
    await tabTo(page, button, { isBackwards, maxPresses: 80 });
  await page.keyboard.press('Enter');
}

/** Presses a key until an element has the focus. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

test('a page is edited, published and taken back with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  const text = makeUnique('Le chai est ouvert');
  const path = '/visites-et-degustations';
  const isShown = async () => (await httpGet(chenes, path)).text.includes(text);
  await goToPanelScreen(page, '/page/6');
  const sections = page.locator('[data-puck-component]');
  const fields = (name: string) => page.getByRole('region', { name });
  await expect(sections).toHaveCount(1);

  await tabTo(page, sections.first(), { maxPresses: 120 });
  expect(await describeFocusRingVisibility(page)).toBe('visible');
  await expect(sections.first()).toHaveAccessibleDescription(/^Choisissez une section/);
  await page.keyboard.press('Enter');
  await expect(fields('Texte libre')).toBeFocused();
  await expect(sections.first()).toHaveAttribute('aria-current', 'true');

  await pressButton(page, 'Ajouter une section', { isBackwards: true });
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Texte libre' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Ajouter une section' })).toBeFocused();
  await expect(sections).toHaveCount(2);
  await tabTo(page, page.getByRole('textbox', { name: 'Texte' }).first());
  await page.keyboard.type(text);
  await expect(sections.nth(1)).toContainText(text);

  await pressButton(page, 'Monter', { isBackwards: true });
  await expect(sections.first()).toContainText(text);
  await expect(page.getByRole('button', { name: 'Monter' })).toBeFocused();
  await pressButton(page, 'Descendre');
  await expect(sections.nth(1)).toContainText(text);
  await expect(page.getByRole('button', { name: 'Descendre' })).toBeFocused();

  // The editor combines changes within 250 ms to one step that can be undone, and only a program is as quick.
  await page.waitForTimeout(400);
  await pressButton(page, 'Supprimer');
  await expect(sections).toHaveCount(1);
  await expect(fields('Titre et image de la page')).toBeFocused();
  await pressButton(page, 'Annuler la dernière action', { isBackwards: true });
  await expect(sections).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Annuler la dernière action' })).toBeFocused();

  await pressButton(page, 'Publier');
  await expect(page.getByText('La page est publiée.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publier', exact: true })).toBeFocused();
  await expect.poll(isShown).toBe(true);

  // The earlier version is restored, because other tests read this page.
  await pressButton(page, 'Versions…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressButton(page, 'Republier cette version');
  await expect.poll(isShown).toBe(false);
});

test('prices and stocks are changed in the grid with the keyboard alone', async ({ page }) => {
  const name = makeUnique('Essai au clavier');
  const reference = `ESSAI-${Date.now()}`;
  await goToPanelScreen(page, '/prices');
  const variant = { reference, price: 10, capacity: 75, capacityUnit: 'CENTILITRE', quantity: 5 };
  const item = {
    slug: reference.toLowerCase(),
    type: 'WINE',
    kind: 'red',
    name,
    appellation: '',
    summary: '',
    isVintage: false,
    vatRate: 20,
    isAlcohol: true,
    description: { html: '' },
    variants: [variant],
  };
  const { key } = await callPanelApiForData<{ key: number }>(page, '/product', { method: 'POST', body: { item } });
  await tabTo(page, page.getByRole('textbox', { name: 'Rechercher' }), { maxPresses: 120 });
  await page.keyboard.type(name);
  const price = page.getByRole('textbox', { name: new RegExp(`^Prix de ${name}`) });
  const stock = page.getByRole('textbox', { name: new RegExp(`^Stock de ${name}`) });
  await expect(price).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: /^Prix de/ })).toHaveCount(1);
  await tabTo(page, price);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('11,50');
  await page.keyboard.press('Tab');
  await expect(stock).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Shift+Tab');
  await expect(price).toBeFocused();
  await pressButton(page, /^Enregistrer/);
  await expect(page.getByRole('button', { name: /^Enregistrer/ })).toBeDisabled();
  await expect(price).toHaveValue('11,50');
  await expect(stock).toHaveValue('7');
  const saved = await callPanelApiForData<{ revision: number; item: { variants: object[] } }>(page, `/product/${key}`);
  expect(saved.item.variants).toMatchObject([{ price: 11.5 }]);
  // The wine is deleted, because other tests count the wines of this server.
  await callPanelApiForData(page, `/product/${key}?revision=${saved.revision}`, { method: 'DELETE' });
});

test('pictures are chosen, ordered and removed with the keyboard alone', async ({ page }) => {
  await goToPanelScreen(page, '/product/create');
  await tabTo(page, page.getByRole('tab').first(), { maxPresses: 120 });
  await pressUntilFocused(page, 'ArrowRight', page.getByRole('tab', { name: 'Photos' }));
  await page.keyboard.press('Enter');
  const pictures = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Ajouter une image' }) });
  const choices = page.getByRole('dialog').getByRole('listitem').getByRole('button');
  await pressButton(page, 'Ajouter une image');
  for (const index of [0, 1]) {
    await tabTo(page, choices.nth(index));
    await page.keyboard.press('Enter');
    await expect(choices.nth(index)).toHaveAttribute('aria-pressed', 'true');
  }
  await tabTo(page, page.getByRole('button', { name: 'Ajouter 2 images' }), { maxPresses: 60 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ajouter une image' })).toBeFocused();
  const names = () => pictures.getByRole('listitem').allInnerTexts();
  const before = await names();
  expect(before).toHaveLength(2);
  const forwards = pictures
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /^Avancer/ });
  const label = (await forwards.getAttribute('aria-label')) ?? '';
  await tabTo(page, forwards, { isBackwards: true });
  await page.keyboard.press('Enter');
  expect(await names()).toEqual(before.toReversed());
  await expect(page.getByRole('button', { name: label })).toBeFocused();

  const remove = pictures.getByRole('button', { name: /^Retirer/ });
  await tabTo(page, remove.nth(1));
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(1);
  await expect(remove.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ajouter une image' })).toBeFocused();
});

test('the page tree is ordered, edited and pruned with the keyboard alone', async ({ page }) => {
  await goToPanelScreen(page, '/page-tree/fr_FR');
  const row = (index: number) => page.locator('#main-content').getByRole('listitem').nth(index);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(row(2)).toBeVisible();
  const nameOf = async (index: number) => (await row(index).locator('span').first().textContent()) ?? '';
  const moved = await nameOf(0);
  await tabTo(page, button(`Descendre : ${moved}`), { maxPresses: 120 });
  await page.keyboard.press('Enter');
  await expect.poll(() => nameOf(0)).not.toBe(moved);
  await expect(button(`Descendre : ${moved}`)).toBeFocused();
  await tabTo(page, button(`Monter : ${moved}`), { isBackwards: true });
  await page.keyboard.press('Enter');
  await expect.poll(() => nameOf(0)).toBe(moved);
  await page.keyboard.press('Enter');
  await expect(button(`Monter : ${moved}`)).toBeFocused();

  await pressButton(page, `Modifier : ${moved}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(`Modifier : ${moved}`)).toBeFocused();

  const removed = await nameOf(1);
  await tabTo(page, button(`Retirer du menu : ${removed}`));
  await page.keyboard.press('Enter');
  await expect(button(`Retirer du menu : ${removed}`)).toHaveCount(0);
  await expect(button(`Retirer du menu : ${moved}`)).toBeFocused();
  // The changes are not saved, because other tests use the menu.
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the button of the account has a French name and opens its menu', async ({ page }) => {
    await goToPanelScreen(page, '/');
    await page.getByRole('button', { name: 'Profil', exact: true }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeFocused();
  });
});
