import type { Page } from '@playwright/test';
import { refusedPicture } from '#tests/support/browser/page-checks.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet } from '#tests/support/browser/shop-test.ts';
import { willow } from '#tests/support/fixtures/estates.ts';

/** Checks whether the home page contains a text for visitors. */
const isShown = async (text: string) => (await httpGet(willow, '/')).text.includes(text);

const previewFrame = (page: Page) => page.frameLocator('iframe');

test('staff change the opening of the home page, preview it, publish it and return to the earlier version', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(refusedPicture);
  const admin = await shop.createCustomer(willow, { role: 'ADMIN' });
  await setSessionCookies(context, willow, admin);
  await page.goto(buildShopUrl(willow, '/admin/page/4'));
  const subtitle = page.getByRole('textbox', { name: /^Subtitle/ }).first();

  await page.getByText('Large opening picture').click();
  const before = await subtitle.inputValue();
  await subtitle.fill('A winter in the vines');
  await expect(previewFrame(page).getByText('A winter in the vines')).toBeVisible();
  expect(await isShown('A winter in the vines')).toBe(false);

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(subtitle).not.toHaveValue('A winter in the vines');
  await page.getByRole('button', { name: 'Redo', exact: true }).first().click();
  await expect(subtitle).toHaveValue('A winter in the vines');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('The page is published.')).toBeVisible();
  await expect.poll(() => isShown('A winter in the vines'), { intervals: [50], timeout: 3_000 }).toBe(true);

  await subtitle.fill('Typed, then the tab was reloaded');
  await expect(page.getByText('You have changes that are not saved yet.')).toBeVisible();
  await page.reload();
  await page.getByText('Large opening picture').click();
  await expect(subtitle).toHaveValue('Typed, then the tab was reloaded');

  await page.getByRole('button', { name: 'Versions…' }).click();
  await expect(page.getByText(/^A version replaces what is in the editor\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish this version again' }).last()).toBeDisabled();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page.getByText('The draft is saved. Visitors do not see it yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Versions…' }).click();
  await page.getByRole('button', { name: 'Publish this version again' }).last().click();
  await expect.poll(() => isShown('A winter in the vines')).toBe(false);
  expect(await isShown(before)).toBe(true);
});
