import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { buildShopUrl, expect, openPage, test } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const screens = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];

for (const host of [chenes, willow]) {
  for (const viewport of screens) {
    test(`axe finds no violation on the pages of ${host.name} at ${viewport.width} px`, async ({ page }) => {
      test.setTimeout(180_000);
      // Without reduced motion, axe would measure the contrast of colours in the middle of a transition.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      const [article, ...products] = host.detailRoutes;
      const legal = host.routes.filter(({ path }) => /^\/(use|sale)-terms|^\/cookie|^\/legal/.test(path));
      const pages = host.routes.filter((route) => !legal.slice(1).includes(route));
      for (const { path } of [
        ...pages,
        ...(article ? [article] : []),
        ...products.slice(0, 1),
        ...products.slice(-2),
        ...host.listItemRoutes,
        { path: '/nothing/here' },
      ]) {
        // The page is hydrated first, because hydration enables buttons, and axe would measure colours during their
        // transition.
        await openPage(page, host, path);
        expect.soft(await findAxeViolations(page), path).toEqual([]);
      }
      // The electronic label of a wine has no client scripts, so `openPage` would wait for hydration in vain.
      await page.goto(buildShopUrl(host, '/e/1'));
      expect.soft(await findAxeViolations(page), 'electronic label').toEqual([]);
    });
  }
}

for (const viewport of screens) {
  test(`axe finds no violation in filters, dialogs and menus at ${viewport.width} px`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await openPage(page, chenes, chenes.lists.wines);
    await page.locator('summary').filter({ hasText: 'Affiner le choix' }).click();
    await expect(page.getByRole('checkbox', { name: /^Rouges/ })).toBeVisible();
    expect.soft(await findAxeViolations(page), 'filters').toEqual([]);

    await openPage(page, chenes, `${chenes.lists.wines}?kind=red&year=2022`);
    expect.soft(await findAxeViolations(page), 'active filters').toEqual([]);
    await openPage(page, chenes, `${chenes.lists.wines}?kind=cognac&year=2022`);
    expect.soft(await findAxeViolations(page), 'nothing found').toEqual([]);
    await openPage(page, willow, '/products/search?search=malbec');
    expect.soft(await findAxeViolations(page), 'search').toEqual([]);

    await openPage(page, willow, '/wines/pecharmant/1');
    await page.locator('summary').first().click();
    expect.soft(await findAxeViolations(page), 'nutrition unfolded').toEqual([]);
    await page.getByRole('link', { name: /^Enlarge the picture/ }).click();
    await expect(page.getByRole('dialog', { name: 'Pictures' })).toBeVisible();
    expect.soft(await findAxeViolations(page), 'pictures').toEqual([]);

    await openPage(page, chenes, '/');
    if (viewport.width < 960) {
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    } else {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Nos produits/ })
        .click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Nos vins', exact: true })).toBeVisible();
    }
    expect.soft(await findAxeViolations(page), 'menu').toEqual([]);
  });
}

test('touch targets measure at least 24 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
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
