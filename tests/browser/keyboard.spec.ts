import { describeFocusRingVisibility, tabTo } from '#tests/support/browser/keyboard.ts';
import {
  buildShopUrl,
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
} from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

test('the skip link moves the focus past the menu', async ({ page }) => {
  await openPage(page, chenes, '/notre-domaine');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Aller au contenu' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('header, nav[aria-label="Menu"]') === null)).toBe(
    true,
  );
});

test('every focused element is in the viewport with a visible focus ring', async ({ page }) => {
  for (const [host, path] of [
    [chenes, '/'],
    [chenes, chenes.lists.wines],
    [willow, '/wines/pecharmant/1'],
  ] as const) {
    await openPage(page, host, path);
    for (let presses = 0; presses < 45; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement === document.body)) break;
      expect(await describeFocusRingVisibility(page)).toBe('visible');
      const isInViewport = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        return box !== undefined && box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
      });
      expect(isInViewport, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 150))).toBe(true);
    }
  }
});

test('the bottom bar of a phone covers no focused field', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page
    .locator('nav')
    .filter({ has: page.locator('a[href="/cart"]') })
    .last();
  for (const [host, path] of [
    [chenes, '/contact'],
    [chenes, '/withdrawal'],
    [willow, '/come-and-see-us/group-visits'],
  ] as const) {
    await openPage(page, host, path);
    const top = (await bar.boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThan(700);
    let fields = 0;
    for (let presses = 0; presses < 70; presses++) {
      await page.keyboard.press('Tab');
      const field = page.locator('main :is(input, textarea, select, button):focus');
      if ((await field.count()) === 0) continue;
      fields += 1;
      await expect(async () => {
        const box = await field.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThanOrEqual(top);
      }).toPass({ timeout: 5_000 });
    }
    expect(fields, path).toBeGreaterThan(2);
  }
});

test('a submenu opens, closes with Escape and is followed by keyboard', async ({ page }) => {
  await openPage(page, chenes, '/');
  await markDocument(page);
  const opener = page.getByRole('banner').getByRole('button', { name: /Nos produits/ });
  const entry = page.getByRole('banner').getByRole('link', { name: 'Nos vins', exact: true });
  await tabTo(page, opener);
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(entry).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Space');
  await expect(entry).toBeVisible();
  await tabTo(page, entry, { maxPresses: 3 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(buildShopUrl(chenes, chenes.lists.wines));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
  expect(await isSameDocument(page)).toBe(true);
});

test('navigation moves the focus to the main element and announces the title', async ({ page }) => {
  await openPage(page, chenes, '/');
  const link = page.getByRole('banner').getByRole('link', { name: 'Camping-cars' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre étape dans les vignes');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: 'Accueil de camping-cars dans les vignes' }),
  ).toHaveCount(1);
  await expect(page).toHaveTitle(/^Accueil de camping-cars/);
  await page.goBack();
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Domaine des Chênes, vins' })).toHaveCount(1);
});

test('the menu on a phone traps the focus, closes with Escape and restores it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, chenes, '/');
  await markDocument(page);
  const opener = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, sheet.getByRole('link', { name: 'Actualités' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Actualités du Domaine des Chênes');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await isSameDocument(page)).toBe(true);
});

test('filtering by keyboard keeps the focus on the filter', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  await tabTo(page, page.locator('summary').filter({ hasText: 'Affiner le choix' }));
  await page.keyboard.press('Enter');
  const reds = page.getByRole('checkbox', { name: /^Rouges/ });
  await tabTo(page, reds);
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/kind=red/);
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '5 références' })).toBeVisible();
  await expect(reds).toBeFocused();
  await expect(reds).toBeChecked();
  await tabTo(page, page.getByLabel('Nom', { exact: true }));
  await page.keyboard.type('vieux');
  await expect(page).toHaveURL(/name=vieux/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByLabel('Nom', { exact: true })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: /Les Vieux Chênes/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Les Vieux Chênes');
});

test('the picture viewer works by keyboard and restores the focus', async ({ page }) => {
  await openPage(page, willow, '/wines/pecharmant/1');
  const opener = page.getByRole('link', { name: /^Enlarge the picture/ });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const slider = page.getByRole('dialog', { name: 'Pictures' });
  await expect(slider.getByText(/^1 \/ \d/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(slider.getByText(/^2 \/ \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(slider).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('reduced motion disables transitions and animations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', chenes.lists.wines, '/wines/rose-aube/6']) {
    await openPage(page, chenes, path);
    const moving = await page.evaluate(() => {
      const seconds = (list: string) => Math.max(...list.split(',').map((duration) => Number.parseFloat(duration)));
      return [...document.querySelectorAll('body, body *')]
        .filter((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
          return seconds(transitionDuration) > 0.01 || (animationName !== 'none' && seconds(animationDuration) > 0.01);
        })
        .map((element) => element.outerHTML.slice(0, 120));
    });
    expect(moving).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  }
});

test('text at 200 % is neither cut off nor wider than the viewport', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/', chenes.lists.wines, '/wines/cabernet-les-vieux-chenes/8', '/contact', '/privacy-policy']) {
    await openPage(page, chenes, path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflowPx, path).toBeLessThanOrEqual(0);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main h1, main h2, main p, main a, main button, main dd, main dt, header a')]
        .filter((element) => {
          const { overflowX, overflowY, position } = getComputedStyle(element);
          if (position === 'absolute' || !element.textContent?.trim()) return false;
          const cutsX = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
          const cutsY = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
          return cutsX || cutsY;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(cut, path).toEqual([]);
  }
});
