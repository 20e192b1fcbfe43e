import { buildShopUrl, expect, test } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

for (const width of [360, 768, 1440]) {
  test(`the API description is shown at ${width} px without a violation of its policy`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(buildShopUrl(chenes, '/api/docs'));
    await expect(page).toHaveURL(buildShopUrl(chenes, '/api/docs/'));
    await page.locator('#operations-tag-order button').first().click();
    const order = page.locator('#operations-order-post-order');
    await order
      .getByRole('button', { name: /\/order/ })
      .first()
      .click();
    await expect(order.getByText('Request body')).toBeVisible();
    const { scrollWidth, innerWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      innerWidth: window.innerWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
  });
}
