import type { Page } from '@playwright/test';
import { findAxeViolations, refusedPicture, resizeWindow } from '#tests/support/browser/page-checks.ts';
import { buildShopUrl, expect, openPage, test } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const computer = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };

/** Checks a page with axe as wide as the window is, and then at the other width, at which the next page is opened. */
async function expectNoViolations(page: Page, state: string): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.width;
  for (const screen of isPhone ? [phone, computer] : [computer, phone]) {
    await resizeWindow(page, screen);
    expect.soft(await findAxeViolations(page), `${state} at ${screen.width} px`).toEqual([]);
  }
}

test.beforeEach(async ({ page, pageErrors }) => {
  test.setTimeout(240_000);
  pageErrors.allow(refusedPicture);
  // Without reduced motion, axe would measure the contrast of colours in the middle of a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(computer);
});

// The two hosts take turns, because the server converts the pictures of one site one after another.
for (const host of [chenes, willow]) {
  test(`axe finds no violation on the pages of ${host.name} on a computer and on a phone`, async ({ page }) => {
    const legal = host.routes.filter(({ path }) => /^\/(use|sale)-terms|^\/cookie|^\/legal/.test(path));
    for (const { path } of host.routes.filter((route) => !legal.slice(1).includes(route))) {
      // The page is hydrated first, because hydration enables buttons, and axe would measure colours during their
      // transition.
      await openPage(page, host, path);
      await expectNoViolations(page, path);
    }
  });
}

for (const host of [chenes, willow]) {
  test(`axe finds no violation on the items of ${host.name} on a computer and on a phone`, async ({ page }) => {
    const [article, ...products] = host.detailRoutes;
    for (const { path } of [
      ...(article ? [article] : []),
      ...products.slice(0, 1),
      ...products.slice(-2),
      ...host.listItemRoutes,
      { path: '/nothing/here' },
    ]) {
      await openPage(page, host, path);
      await expectNoViolations(page, path);
    }
    // The electronic label of a wine has no client scripts, so `openPage` would wait for hydration in vain.
    await page.goto(buildShopUrl(host, '/e/1'));
    await expectNoViolations(page, 'electronic label');
  });
}

test('axe finds no violation in filters and results on a computer and on a phone', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  await page.locator('summary').filter({ hasText: 'Affiner le choix' }).click();
  await expect(page.getByRole('checkbox', { name: /^Rouges/ })).toBeVisible();
  await expectNoViolations(page, 'filters');

  await openPage(page, chenes, `${chenes.lists.wines}?kind=red&year=2022`);
  await expectNoViolations(page, 'active filters');
  await openPage(page, chenes, `${chenes.lists.wines}?kind=cognac&year=2022`);
  await expectNoViolations(page, 'nothing found');
  await openPage(page, willow, '/products/search?search=malbec');
  await expectNoViolations(page, 'search');
});

test('axe finds no violation in dialogs and menus on a computer and on a phone', async ({ page }) => {
  await openPage(page, willow, '/wines/pecharmant/1');
  await page.locator('summary').first().click();
  await expectNoViolations(page, 'nutrition unfolded');
  await page.getByRole('link', { name: /^Enlarge the picture/ }).click();
  await expect(page.getByRole('dialog', { name: 'Pictures' })).toBeVisible();
  await expectNoViolations(page, 'pictures');

  await page.setViewportSize(computer);
  await openPage(page, chenes, '/');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Nos produits/ })
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Nos vins', exact: true })).toBeVisible();
  expect.soft(await findAxeViolations(page), 'menu on a computer').toEqual([]);
  await page.setViewportSize(phone);
  await openPage(page, chenes, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect.soft(await findAxeViolations(page), 'menu on a phone').toEqual([]);
});

test('touch targets measure at least 24 px', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const [host, path] of [
    [chenes, '/'],
    [chenes, chenes.lists.wines],
    [willow, '/wines/pecharmant/1'],
  ] as const) {
    await openPage(page, host, path);
    const small = await page
      .locator('header button, header a, nav a, main button, main select, main input, main summary')
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          const target = element.closest('label') ?? element;
          const { width, height } = target.getBoundingClientRect();
          const isShown = width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
          return isShown && (width < 24 || height < 24)
            ? [`${element.outerHTML.slice(0, 120)} ${width}×${height}`]
            : [];
        }),
      );
    expect(small, path).toEqual([]);
  }
});
