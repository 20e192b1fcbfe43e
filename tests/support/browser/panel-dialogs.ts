import { expect, type Locator, type Page } from '@playwright/test';
import { adminPath } from '#shared/admin/admin-config.ts';
import type { createScreenOpener } from './admin-screens.ts';
import { describeHorizontalOverflow, findAxeViolationsOutsideFrames } from './page-checks.ts';

/** The sizes at which the panel is checked: a wide computer and a phone. */
export const desktopViewport = { width: 1440, height: 900 };
export const phoneViewport = { width: 390, height: 844 };

export interface PanelDialog {
  /** URL path of the screen below `/admin`. */
  path: string;
  /** Finds the button that opens the dialog. */
  opener: (page: Page) => Locator;
  /** Prepares the screen, so that the button can be used. */
  prepare?: (page: Page) => Promise<void>;
  role?: 'dialog' | 'menu';
}

/**
 * Expects that an open dialog has no violation that axe finds and no overflow, and contains the focus. In a dialog
 * without fields, the element around it has the focus.
 */
export async function expectAccessibleDialog(page: Page, dialog: Locator, name: string): Promise<void> {
  await expect(dialog, name).toBeVisible();
  await expect(dialog.getByRole('progressbar'), name).toHaveCount(0);
  await expect
    .poll(() => dialog.evaluate((element) => element.parentElement?.contains(document.activeElement)), name)
    .toBe(true);
  expect.soft(await findAxeViolationsOutsideFrames(page), name).toEqual([]);
  expect.soft(await describeHorizontalOverflow(page), name).toBe('');
}

/**
 * Opens a dialog with the keyboard on a computer and on a phone, checks it, closes it with Escape and expects the focus
 * on the button again.
 */
export async function checkDialog(
  page: Page,
  { open, waitForContent }: ReturnType<typeof createScreenOpener>,
  { path, opener, prepare, role = 'dialog' }: PanelDialog,
): Promise<void> {
  await page.setViewportSize(desktopViewport);
  if (new URL(page.url()).pathname !== `${adminPath}${path}`) await open(path);
  for (const viewport of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(viewport);
    await waitForContent();
    await prepare?.(page);
    const button = opener(page);
    const name = `${await button.textContent()} of ${path} at ${viewport.width} px`;
    await button.press('Enter');
    const dialog = page.getByRole(role);
    await expectAccessibleDialog(page, dialog, name);
    await page.keyboard.press('Escape');
    await expect(dialog, name).toHaveCount(0);
    await expect(button, name).toBeFocused();
  }
}
