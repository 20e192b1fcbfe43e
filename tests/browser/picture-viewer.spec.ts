import type { Page } from '@playwright/test';
import { expect, openPage, test } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const wine = '/wines/rose-aube/6';
const opener = (page: Page) => page.getByRole('link', { name: /^Agrandir l’image/ });
const slider = (page: Page) => page.getByRole('dialog', { name: 'Photographies' });

/** Expects that the picture viewer is closed and removed from the document. */
const expectClosed = (page: Page) =>
  expect(page.getByRole('dialog', { name: 'Photographies', includeHidden: true })).toHaveCount(0);

async function openPictures(page: Page) {
  await openPage(page, chenes, wine);
  await opener(page).click();
  await expect(slider(page)).toBeVisible();
  const counter = slider(page).getByText(/^\d+ \/ \d+$/);
  const [, total] = (await counter.textContent())?.split(' / ') ?? [];
  expect(Number(total)).toBeGreaterThan(1);
  return Number(total);
}

test('the arrow keys and buttons show all pictures and wrap around at both ends', async ({ page }) => {
  const total = await openPictures(page);
  const counter = (n: number) => expect(slider(page).getByText(`${n} / ${total}`, { exact: true })).toBeVisible();
  await counter(1);
  await slider(page).getByRole('button', { name: 'Image précédente' }).click();
  await counter(total);
  await slider(page).getByRole('button', { name: 'Image suivante' }).click();
  await counter(1);
  for (let n = 2; n <= total; n++) {
    await page.keyboard.press('ArrowRight');
    await counter(n);
  }
  await page.keyboard.press('ArrowRight');
  await counter(1);
  await page.keyboard.press('ArrowLeft');
  await counter(total);
  await expect(slider(page).getByRole('img')).toBeVisible();
});

test('Escape and the close button close the viewer and restore the focus', async ({ page }) => {
  await openPictures(page);
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slider(page)).toBeVisible();
  await slider(page).getByRole('button', { name: 'Fermer' }).click();
  await expectClosed(page);
  await expect(opener(page)).toBeFocused();
});

test('a thumbnail opens the viewer at its picture', async ({ page }) => {
  await openPage(page, chenes, wine);
  await page.getByRole('link', { name: /^Image 2 sur/ }).click();
  await expect(slider(page).getByText(/^2 \/ /)).toBeVisible();
});

test('the viewer traps the focus', async ({ page }) => {
  await openPictures(page);
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== null && activeElement !== document.body && !activeElement.closest('dialog');
    });
    expect(isOutside).toBe(false);
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

  async function swipe(page: Page, from: number, to: number) {
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
    await touch('touchStart', from);
    await touch('touchMove', (from + to) / 2);
    await touch('touchMove', to);
    await touch('touchEnd');
    await client.detach();
  }

  test('a swipe changes the picture, and a short move does not', async ({ page }) => {
    const total = await openPictures(page);
    const counter = (n: number) => expect(slider(page).getByText(`${n} / ${total}`, { exact: true })).toBeVisible();
    await swipe(page, 320, 80);
    await counter(2);
    await swipe(page, 80, 320);
    await counter(1);
    await swipe(page, 200, 220);
    await counter(1);
    await expect(slider(page).getByRole('button', { name: 'Image suivante' })).toHaveCSS('opacity', '0');
  });
});

test('each picture below an article opens the viewer at its position', async ({ page }) => {
  await openPage(page, chenes, '/actualites/vendanges-2026-le-journal/7');
  const pictures = page.getByRole('main').getByRole('button', { name: /^Agrandir l’image/ });
  const total = await pictures.count();
  expect(total).toBeGreaterThan(1);
  await pictures.last().click();
  await expect(slider(page).getByText(`${total} / ${total}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(pictures.last()).toBeFocused();
});

test.describe('a film in an album', () => {
  const openFilm = async (page: Page) => {
    await openPage(page, chenes, '/albums/une-annee-au-domaine/1');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Voir le film/ })
      .click();
    await expect(slider(page).locator('video')).toBeVisible();
    return slider(page).locator('video');
  };

  for (const [width, maxWidth] of [
    [1920, 950],
    [1000, 750],
  ] as const) {
    test(`is at most ${maxWidth} px wide in a window of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const film = await openFilm(page);
      await expect(film).toHaveAttribute('src', /\.mp4/);
      await expect(film).toHaveAttribute('poster', /^\/image\//);
      expect(await film.evaluate((video) => video.getBoundingClientRect().width)).toBeLessThanOrEqual(maxWidth);
    });
  }

  test('is counted among the pictures, and the arrow keys leave it and return to it', async ({ page }) => {
    const film = await openFilm(page);
    const media = await page
      .getByRole('main')
      .getByRole('link', { name: /^(Voir le film|Agrandir)/ })
      .count();
    const counter = (n: number) => expect(slider(page).getByText(`${n} / ${media}`, { exact: true })).toBeVisible();
    expect(media).toBeGreaterThan(2);
    await counter(1);
    await page.keyboard.press('ArrowRight');
    await counter(2);
    await expect(film).toHaveCount(0);
    await expect(slider(page).getByRole('img')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await counter(1);
    await expect(film).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await counter(media);
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });
});
