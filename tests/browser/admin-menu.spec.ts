import type { Locator, Page } from '@playwright/test';
import { resourceScreens } from '#client/admin/screens/admin-screens.ts';
import { createScreenOpener } from '#tests/support/browser/admin-screens.ts';
import { describeHorizontalOverflow, refusedPicture } from '#tests/support/browser/page-checks.ts';
import { desktopViewport, phoneViewport } from '#tests/support/browser/panel-dialogs.ts';
import { createRandomEmail, setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

/** The resources whose lists may have no row: the demonstration has no such item, or only handled ones. */
const possiblyEmptyResources = ['withdrawal', 'newsletter-issue', 'voucher', 'form-submission'];

/** Resources whose list is a form or the screen of the only item, or whose rows lead to no further screen. */
const hasItemScreen = new Map(
  resourceScreens.map(({ name, list, edit, show }) => [name, list !== undefined && (edit ?? show) !== undefined]),
);

/** Matches codes and values that a text for staff must not contain. */
const technicalText = /\b(fr_FR|undefined|null|NaN|[A-Z]{2,}_[A-Z_]+)\b|\[object/;

/** Finds the first item of a list: the row of a table, or the entry of a list of cards or lines. */
const findFirstItem = (page: Page): Locator =>
  page
    .locator('#main-content .RaList-content, #main-content section')
    .locator('tbody tr, li a, .MuiListItemButton-root, .MuiList-root > a')
    .first();

async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  // Below 900 px the menu is closed until its button is clicked.
  if (!(await menu.getByRole('button').first().isVisible())) {
    await page
      .getByRole('button', { name: /^(Ouvrir|Ouvrir\/Fermer|Open) le menu$|menu/i })
      .first()
      .click();
  }
  return menu;
}

async function openAllGroups(menu: Locator): Promise<void> {
  const closedGroups = menu.locator('button[aria-expanded="false"]');
  while ((await closedGroups.count()) > 0) await closedGroups.first().click();
}

interface MenuEntry {
  name: string;
  /** Name of the group; undefined for an entry outside groups. */
  group: string | undefined;
}

/** Lists the entries of a menu whose groups are open. */
const listEntries = (menu: Locator): Promise<MenuEntry[]> =>
  menu.getByRole('link').evaluateAll((links) =>
    links.map((link) => ({
      name: link.textContent ?? '',
      group:
        [...document.querySelectorAll('button[aria-controls]')].find((button) =>
          document.getElementById(button.getAttribute('aria-controls') ?? '')?.contains(link),
        )?.textContent ?? undefined,
    })),
  );

/** Opens the menu and the group of an entry. On a phone the menu has forgotten the groups that were open before. */
async function findEntry(page: Page, { name, group }: MenuEntry): Promise<Locator> {
  const menu = await openMenu(page);
  if (group !== undefined) {
    const button = menu.getByRole('button', { name: group, exact: true, expanded: false });
    if ((await button.count()) > 0) await button.click();
  }
  return menu.getByRole('link', { name, exact: true });
}

for (const viewport of [desktopViewport, phoneViewport]) {
  test(`every entry of the menu opens, and so does the first item of its list, at ${viewport.width} px`, async ({
    page,
    context,
    shop,
    pageErrors,
  }) => {
    test.setTimeout(600_000);
    pageErrors.allow(refusedPicture);
    await page.setViewportSize(viewport);
    const owner = await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' });
    await shop.insertOrder(owner, {});
    await shop.insertHandledMessage(chenes, createRandomEmail());
    await setSessionCookies(context, chenes, owner);
    await page.goto(buildShopUrl(chenes, '/admin'));
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).not.toBeEmpty();
    const { waitForContent } = createScreenOpener(page);
    const menu = await openMenu(page);
    await openAllGroups(menu);
    const entries = await listEntries(menu);
    expect(entries.length).toBeGreaterThan(40);
    expect(new Set(entries.map(({ group }) => group)).size).toBeGreaterThan(5);
    for (const menuEntry of entries) {
      const { name } = menuEntry;
      const entry = await findEntry(page, menuEntry);
      const path = (await entry.getAttribute('href')) ?? '';
      await entry.click();
      await expect(page).toHaveURL(buildShopUrl(chenes, path));
      await waitForContent();
      await expect.soft(heading, name).not.toBeEmpty();
      expect.soft(await describeHorizontalOverflow(page), name).toBe('');
      for (const box of await page.getByLabel('Rechercher', { exact: true }).all()) {
        const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 };
        expect.soft(x + width, `the search of ${name} fits`).toBeLessThanOrEqual(viewport.width);
      }
      const listed = (await page.locator('#main-content .RaList-content').allInnerTexts()).join('\n');
      expect.soft(listed, `the list ${name}`).not.toMatch(technicalText);
      const resource = path.split('/').at(-1) ?? '';
      if (!hasItemScreen.get(resource)) continue;
      const item = findFirstItem(page);
      if (possiblyEmptyResources.includes(resource) && (await item.count()) === 0) continue;
      await expect.soft(item, `the first item of ${name}`).toHaveText(/\p{L}/u, { useInnerText: true });
      await expect.soft(item, `the first item of ${name}`).not.toHaveText(technicalText, { useInnerText: true });
      await item.click();
      await expect(page, `the first item of ${name} opens`).not.toHaveURL(buildShopUrl(chenes, path));
      await waitForContent();
      await expect.soft(heading, `the title of the first item of ${name}`).toHaveText(/\p{L}|\d/u);
      await expect.soft(heading, `the title of the first item of ${name}`).not.toHaveText(technicalText);
    }
  });
}

test('an address without a screen says so in the words of the panel', async ({ page, context, shop }) => {
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/cave'));
  await expect(page.getByRole('heading', { name: 'Cet écran n’existe pas' })).toBeVisible();
  await expect(page.getByText('Choisissez un écran dans le menu.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('heading')).toHaveText(chenes.estate);
});
