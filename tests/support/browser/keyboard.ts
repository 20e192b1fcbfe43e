import type { Locator, Page } from '@playwright/test';

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift+Tab if `isBackwards` is true, until the element has the focus. */
export async function tabTo(page: Page, target: Locator, { maxPresses = 60, isBackwards = false } = {}): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    if (presses > 0 && (await hasFocus(target))) return;
    await page.keyboard.press(isBackwards ? 'Shift+Tab' : 'Tab');
  }
  if (!(await hasFocus(target))) throw new Error(`${target} cannot be reached with the Tab key`);
}

/**
 * Returns `visible` if the focused element, its parent, article or label, or one of their pseudo-elements shows a focus
 * ring; otherwise a description of the element.
 */
export const describeFocusRingVisibility = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return 'nothing focused';
    const hasOutline = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, content } = getComputedStyle(element, pseudo);
      return (!pseudo || content !== 'none') && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const candidates = [focused, focused.parentElement, focused.closest('article'), focused.closest('label')];
    const isVisible = candidates.some(
      (element) =>
        element && (hasOutline(element) || hasOutline(element, '::before') || hasOutline(element, '::after')),
    );
    return isVisible ? 'visible' : `invisible on ${focused.outerHTML.slice(0, 120)}`;
  });
