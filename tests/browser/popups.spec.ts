import type { Page } from '@playwright/test';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { buildShopUrl, expect, openPage, test, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

test.use({ hasPopups: true });

/** Time in milliseconds in which a popup that is allowed to appear does so. */
const appearTimeMs = 2_500;

async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 600);
}

async function expectNoPopup(page: Page): Promise<void> {
  await scrollDown(page);
  await page.waitForTimeout(appearTimeMs);
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a seasonal popup appears while reading, once, and not after its last day', async ({ page }) => {
  await page.clock.setFixedTime('2026-12-01T10:00:00Z');
  await openPage(page, chenes, '/');
  // The first page of a visit has no popup.
  await expectNoPopup(page);
  await page.goto(buildShopUrl(chenes, '/'), { referer: buildShopUrl(chenes, '/contact') });
  await waitForHydration(page);
  const popup = page.getByRole('dialog', { name: 'Les colis de fin d’année' });
  await page.waitForTimeout(appearTimeMs);
  await expect(popup).toBeHidden();

  await scrollDown(page);
  await expect(popup).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('data-scroll-locked');
  await popup.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
  expect(await findAxeViolations(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-scroll-locked');
  expect(await page.evaluate(() => localStorage.getItem('popup-1'))).toBe(String(Date.parse('2026-12-01T10:00:00Z')));

  await page.reload();
  await waitForHydration(page);
  await expectNoPopup(page);

  await page.evaluate(() => localStorage.clear());
  await page.clock.setFixedTime('2026-12-24T23:30:00Z');
  await page.reload();
  await waitForHydration(page);
  await expectNoPopup(page);
});

test('the question about the age is asked when the wines open, and remembers yes and no', async ({ page, context }) => {
  await openPage(page, willow, '/wines');
  const question = page.getByRole('dialog', { name: 'Are you of age?' });
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await expect(question).toContainText('for adults only');
  await question.getByRole('link', { name: 'See our grape juice' }).click();
  await expect(page).toHaveURL(buildShopUrl(willow, '/grape-juice'));
  await openPage(page, willow, '/wines');
  await expectNoPopup(page);

  const nextVisit = await context.newPage();
  await openPage(nextVisit, willow, '/wines');
  const again = nextVisit.getByRole('dialog', { name: 'Are you of age?' });
  await expect(again).toBeVisible();
  await nextVisit.mouse.click(5, 5);
  await expect(again).toBeHidden();
  expect(await nextVisit.evaluate(() => localStorage.getItem('popup-1'))).toBeNull();
  await nextVisit.reload();
  await waitForHydration(nextVisit);
  await again.getByRole('button', { name: 'Yes, I am 18 or older' }).click();
  await expect(again).toBeHidden();
  await nextVisit.reload();
  await waitForHydration(nextVisit);
  await expectNoPopup(nextVisit);
});
