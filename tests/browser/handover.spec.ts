import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage } from '#tests/support/browser/shop-test.ts';
import { willow, willowInFrench } from '#tests/support/fixtures/estates.ts';

test('a change of language takes cart and log-in along, in both directions', async ({ page, context, shop }) => {
  test.slow();
  const customer = await shop.createCustomer(willow);
  await setSessionCookies(context, willow, customer);
  await openPage(page, willow, '/wines');
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: /^Cart/ }).first()).toContainText(/\d/);
  const lines = () => page.locator('main li input[inputmode="numeric"]');
  const switchTo = (menu: string, label: string) =>
    page.getByRole('navigation', { name: menu }).getByRole('link', { name: label }).first().click();

  await switchTo('Languages', 'Français');
  await expect(page).toHaveURL(buildShopUrl(willowInFrench, '/nos-vins'));
  await openPage(page, willowInFrench, '/cart');
  await expect(lines()).toHaveCount(1);
  const quantity = await lines().inputValue();
  await openPage(page, willowInFrench, '/account');
  await expect(page.getByRole('main')).toContainText(customer.email);

  await switchTo('Langues', 'English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
  await switchTo('Languages', 'Français');
  // The next page must not be opened before the switch has taken the cart along.
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await openPage(page, willowInFrench, '/cart');
  await expect(lines()).toHaveValue(quantity);
});
