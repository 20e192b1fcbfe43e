import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the violations that axe reports in `selector` with all default rules, as sentences. */
export async function findAxeViolations(page: Page, selector = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Returns the horizontal overflow in pixels with the elements that cause it, or an empty string. */
export const measureHorizontalOverflow = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const over = document.documentElement.scrollWidth - width;
    if (over <= 0) return '';
    const culprits = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => `${element.tagName}.${element.getAttribute('class')}`);
    return `${over} px: ${culprits.slice(0, 5).join(' ')}`;
  });
