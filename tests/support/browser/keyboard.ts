import type { Locator, Page } from '@playwright/test';

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus, as somebody does who sees where it is; `back` with Shift. */
export async function tabTo(page: Page, target: Locator, { maxPresses = 60, backwards = false } = {}): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    if (presses > 0 && (await hasFocus(target))) return;
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  if (!(await hasFocus(target))) throw new Error(`the keyboard does not reach ${target}`);
}

/** Whether the focused element, what is drawn in it or what it lies in shows that it is focused. */
export const focusRingState = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return 'nothing focused';
    const shows = (element: Element, drawn?: string) => {
      const { outlineStyle, outlineWidth, content } = getComputedStyle(element, drawn);
      return (!drawn || content !== 'none') && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const around = [focused, focused.parentElement, focused.closest('article'), focused.closest('label')];
    const visible = around.some((one) => one && (shows(one) || shows(one, '::before') || shows(one, '::after')));
    return visible ? 'visible' : `invisible on ${focused.outerHTML.slice(0, 120)}`;
  });
