import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
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
  // The next page must not be opened before the cart has been handed over.
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await openPage(page, willowInFrench, '/cart');
  await expect(lines()).toHaveValue(quantity);

  // The first host is opened by its URL, as from a link in a mail. Its cart still exists.
  await openPage(page, willow, '/wines');
  await switchTo('Languages', 'Français');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await openPage(page, willowInFrench, '/cart');
  await expect(lines()).toHaveValue(quantity);
});

/** The local host to which the language menu links for English. */
const willowInEnglish = { ...willow, name: 'en.willow-hill.localhost' };

test('a returning customer changes the language with a full cart and orders at the other host', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(180_000);
  const customer = await shop.createCustomer(willow);
  await setSessionCookies(context, willowInEnglish, customer);
  const english = createCheckoutPageObject(page, willowInEnglish);
  await openPage(page, willowInEnglish, '/wines/pecharmant/1');
  await english.textbox(/^Quantity/).fill('6');
  await english.main.getByRole('button', { name: english.labels.addToCart, exact: true }).first().click();
  await expect(page.getByRole('banner').getByRole('link', { name: /\(6 / })).toBeVisible();
  await page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'Français' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');

  await openPage(page, willowInFrench, '/cart');
  const french = createCheckoutPageObject(page, willowInFrench);
  const { labels, main } = french;
  await main.getByRole('button', { name: labels.checkOut, exact: true }).click();
  await page.waitForURL(buildShopUrl(willowInFrench, '/checkout'));
  await waitForHydration(page);
  await expect(main.getByText(customer.email)).toBeVisible();
  await expect(french.textbox(labels.firstname)).toHaveValue('Camille');
  await french.fillDelivery({ postcode: '24100', city: 'Bergerac' });
  await french.confirmAgeAndTerms();
  await french.orderButton.click();
  const number = await french.waitForOrderNumber();

  await main.getByRole('link', { name: labels.viewOrder }).click();
  await page.waitForURL(/\/account\/orders\/\d+$/);
  await expect(main.getByText(`Commande ${number}`)).toBeVisible();
  await openPage(page, willowInFrench, '/account');
  await expect(main.getByRole('link', { name: new RegExp(number) })).toContainText('129,50');

  // The first host removes its cart, because the visitor has ordered the same cart at the second host.
  await page.getByRole('navigation', { name: 'Langues' }).getByRole('link', { name: 'English' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
  await openPage(page, willowInEnglish, '/account');
  await expect(english.main.getByRole('link', { name: new RegExp(number) })).toContainText('129.50');
  await openPage(page, willowInEnglish, '/cart');
  await expect(english.main.getByText('Your cart is still empty.', { exact: false })).toBeVisible();
});
