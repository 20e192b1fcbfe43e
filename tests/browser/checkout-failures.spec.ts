import type { Page, Route } from '@playwright/test';
import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import {
  type CartLineToStore,
  deleteSessionCookie,
  type ShopDatabase,
  setSessionCookies,
  storeCartAndOpenPage,
  test,
} from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const chardonnay: CartLineToStore = { productId: 1, variantId: 101, quantity: 6 };

/** Logs a customer in, fills the cart, and fills in the whole checkout except age and terms. */
async function readyToOrder(page: Page, shop: ShopDatabase, lines: readonly CartLineToStore[] = [chardonnay]) {
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(page.context(), chenes, customer);
  await storeCartAndOpenPage(page, chenes, lines);
  const checkout = createCheckoutPageObject(page, chenes);
  await expect(checkout.main.getByText(customer.email)).toBeVisible();
  await checkout.fillDelivery();
  return { customer, ...checkout };
}

const orderNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { data } = await (await fetch('/api/order')).json();
    return data.orders.map(({ number }: { number: string }) => number);
  });

test('form data survives a reload, a visit to another page and a second tab', async ({ page, shop }) => {
  const { main, textbox, radio, city, postcode, labels } = await readyToOrder(page, shop);
  await textbox(labels.phone).fill('05 45 11 22 33');
  await textbox('Bâtiment, étage, société').fill('Au fond de la cour');
  await textbox('Un mot pour le domaine').fill('Merci de sonner deux fois.');
  await main.getByRole('checkbox', { name: 'Facturer à la même adresse' }).uncheck();
  const billing = main.getByRole('textbox', { name: labels.street }).last();
  await billing.fill('12 quai des Flamands');
  const expectFormData = async (tab: Page) => {
    const restored = createCheckoutPageObject(tab, chenes);
    await expect(restored.postcode.first()).toHaveValue('16100');
    await expect(restored.city.first()).toHaveValue('Cognac');
    await expect(restored.textbox(labels.street).first()).toHaveValue('3 rue du Port');
    await expect(restored.textbox('Bâtiment, étage, société').first()).toHaveValue('Au fond de la cour');
    await expect(restored.textbox(labels.street).last()).toHaveValue('12 quai des Flamands');
    await expect(restored.textbox(labels.phone)).toHaveValue('05 45 11 22 33');
    await expect(restored.textbox('Un mot pour le domaine')).toHaveValue('Merci de sonner deux fois.');
    await expect(restored.radio(labels.homeDelivery)).toBeChecked();
    await expect(restored.radio(labels.bankTransfer)).toBeChecked();
  };
  await page.reload();
  await expectFormData(page);
  await page.goto(buildShopUrl(chenes, chenes.lists.wines));
  await page.goBack();
  await expectFormData(page);
  const other = await page.context().newPage();
  await openPage(other, chenes, '/checkout');
  await expectFormData(other);
  await other.close();
  await expect(postcode.first()).toHaveValue('16100');
  await expect(city.first()).toHaveValue('Cognac');
  await expect(radio(labels.homeDelivery)).toBeChecked();
});

test('registration data survives a switch to the log-in and back', async ({ page }) => {
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const { main, radio, textbox, labels } = createCheckoutPageObject(page, chenes);
  await radio(labels.newCustomer).check();
  await textbox(labels.firstname).first().fill('Solène');
  await main.locator('input[autocomplete="new-password"]').fill('une colline sous la pluie');
  await radio(labels.existingCustomer).check();
  await expect(main.locator('input[autocomplete="new-password"]')).toBeHidden();
  await radio(labels.newCustomer).check();
  await expect(textbox(labels.firstname).first()).toHaveValue('Solène');
  await expect(main.locator('input[autocomplete="new-password"]')).toHaveValue('une colline sous la pluie');
});

test('an order that fails offline keeps the form and succeeds once online', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^failed: .*net::ERR_INTERNET_DISCONNECTED/);
  const { main, textbox, confirmAgeAndTerms, orderButton, waitForOrderNumber, labels } = await readyToOrder(page, shop);
  await expect(main.getByRole('radio', { name: labels.homeDelivery })).toBeChecked();
  await confirmAgeAndTerms();
  await context.setOffline(true);
  await textbox('Un mot pour le domaine').fill('Écrit sans réseau.');
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'La connexion a été perdue' })).toBeVisible();
  await expect(textbox('Un mot pour le domaine')).toHaveValue('Écrit sans réseau.');
  await context.setOffline(false);
  await orderButton.click();
  await waitForOrderNumber();
  await expect(main.getByText('Écrit sans réseau.')).toBeVisible();
  expect(await orderNumbers(page)).toHaveLength(1);
});

test('carriers are requested again once the connection returns', async ({ page, context, shop, pageErrors }) => {
  pageErrors.allow(/^failed: .*net::ERR_INTERNET_DISCONNECTED/);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes));
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const { main, postcode, radio, labels } = createCheckoutPageObject(page, chenes);
  await expect(main.getByRole('combobox', { name: labels.country })).toHaveValue('FR');
  await context.setOffline(true);
  await postcode.fill('16100');
  await expect(
    main.getByRole('alert').filter({ hasText: 'Les frais de port n’ont pas pu être calculés' }),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(radio(labels.homeDelivery)).toBeVisible();
});

test('an order that fails with 503 keeps the form and succeeds on retry', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/^status 503/);
  const { main, confirmAgeAndTerms, orderButton, waitForOrderNumber } = await readyToOrder(page, shop);
  await confirmAgeAndTerms();
  const respondUnavailable = (route: Route) =>
    route.fulfill({ status: 503, json: { success: false, data: {}, message: 'Le service revient bientôt.' } });
  await page.route('**/api/order', respondUnavailable);
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'Votre saisie est conservée' })).toBeVisible();
  await page.unroute('**/api/order', respondUnavailable);
  await orderButton.click();
  await waitForOrderNumber();
});

test('a retry after a lost response and a reload creates one order', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/^failed: .*\/api\/order /);
  const { main, confirmAgeAndTerms, orderButton, waitForOrderNumber } = await readyToOrder(page, shop);
  await confirmAgeAndTerms();
  // The server processes the order, but its response does not reach the browser.
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route('**/api/order', loseResponse);
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'ne sera pas enregistrée deux fois' })).toBeVisible();
  await page.unroute('**/api/order', loseResponse);
  const [number, ...others] = await orderNumbers(page);
  expect(others).toEqual([]);
  await page.reload();
  await waitForHydration(page);
  await confirmAgeAndTerms();
  await orderButton.click();
  expect(await waitForOrderNumber()).toBe(number);
  expect(await orderNumbers(page)).toEqual([number]);
});

test('a double click sends one order', async ({ page, shop }) => {
  const { confirmAgeAndTerms, orderButton, waitForOrderNumber } = await readyToOrder(page, shop);
  await confirmAgeAndTerms();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/order')) sent++;
  });
  await orderButton.dblclick();
  await waitForOrderNumber();
  expect(sent).toBe(1);
  expect(await orderNumbers(page)).toHaveLength(1);
});

test('an expired session is renewed within the checkout and keeps the form', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 401/);
  const { customer, main, textbox, confirmAgeAndTerms, orderButton, waitForOrderNumber, labels } = await readyToOrder(
    page,
    shop,
  );
  await textbox('Un mot pour le domaine').fill('Avant la fin de la session.');
  await confirmAgeAndTerms();
  await deleteSessionCookie(context);
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'Votre session a expiré' })).toBeVisible();
  await expect(textbox(labels.email)).toBeFocused();
  await page.keyboard.type(customer.email);
  await main.locator('input[autocomplete="current-password"]').fill(customer.password);
  await main.getByRole('button', { name: labels.logIn }).click();
  await expect(main.getByText(customer.email)).toBeVisible();
  await expect(main.getByRole('alert').filter({ hasText: 'session' })).toHaveCount(0);
  await expect(textbox('Un mot pour le domaine')).toHaveValue('Avant la fin de la session.');
  await orderButton.click();
  await waitForOrderNumber();
});

test('a changed price is shown before the order is placed', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/^status 409: .*\/api\/order$/);
  const cheaper = { ...chardonnay, outdated: { price: 7.5 } };
  const { main, confirmAgeAndTerms, orderButton, waitForOrderNumber } = await readyToOrder(page, shop, [cheaper]);
  await confirmAgeAndTerms();
  await expect(main.getByText(/^Total TTC 58,90/)).toBeVisible();
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'Un prix a changé' })).toBeVisible();
  await expect(main.getByText(/^Total TTC 67,30/)).toBeVisible();
  expect(await orderNumbers(page)).toEqual([]);
  await orderButton.click();
  await waitForOrderNumber();
});

test('a line that is out of stock is marked and links to the cart', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/^status 409: .*\/api\/order$/);
  // The test can reduce the stock of this wine, because other tests add only one bottle of it to the cart.
  await shop.setStock(chenes, 139, 6);
  const family = { productId: 23, variantId: 139, quantity: 8, outdated: { quantity: 24 } };
  const { main, confirmAgeAndTerms, orderButton } = await readyToOrder(page, shop, [chardonnay, family]);
  await confirmAgeAndTerms();
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'Il ne reste pas assez' })).toBeVisible();
  const line = main.getByRole('listitem').filter({ hasText: 'Réserve de la famille' });
  await expect(line.getByRole('alert')).toContainText('6');
  await expect(main.getByRole('listitem').filter({ hasText: 'Les Terrasses' }).getByRole('alert')).toHaveText('');
  await main.getByRole('link', { name: 'Modifier le panier' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre panier');
  await expect(main.getByRole('button', { name: 'En prendre 6' })).toBeVisible();
});

test('an expired code is reported at its field, and the order succeeds without it', async ({
  page,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 422: .*\/api\/(order\/discount|calculate\/shipping-fees)$/);
  await setSessionCookies(page.context(), chenes, await shop.createCustomer(chenes));
  const discount = {
    id: 6,
    code: 'VOEUX2025',
    type: 'EURO',
    amount: 10,
    detailType: 'PRODUCT',
    value: 10,
    subtotal: 53.4,
    shippingFees: 0,
    total: 43.4,
  };
  await storeCartAndOpenPage(page, chenes, [chardonnay], { discount });
  const { main, textbox, fillDelivery, confirmAgeAndTerms, orderButton, waitForOrderNumber } = createCheckoutPageObject(
    page,
    chenes,
  );
  await expect(textbox('Code promotionnel')).toHaveAccessibleDescription('Ce code n’est plus valable.');
  await fillDelivery();
  await confirmAgeAndTerms();
  await expect(main.getByText(/^Total TTC 67,30/)).toBeVisible();
  await orderButton.click();
  await waitForOrderNumber();
});

test('an order of a customer under eighteen is refused', async ({ page, shop, pageErrors }) => {
  pageErrors.allow(/^status 422: .*\/api\/order$/);
  const customer = await shop.createCustomer(chenes, { birthdate: null });
  await setSessionCookies(page.context(), chenes, customer);
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const { main, fillDelivery, confirmAgeAndTerms, orderButton, waitForOrderNumber } = createCheckoutPageObject(
    page,
    chenes,
  );
  await expect(main.getByText(customer.email)).toBeVisible();
  await fillDelivery();
  await confirmAgeAndTerms();
  const birthdate = main.getByLabel('Date de naissance');
  await orderButton.click();
  await expect(birthdate).toBeFocused();
  const young = new Date();
  young.setFullYear(young.getFullYear() - 17);
  await birthdate.fill(young.toISOString().slice(0, 10));
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: 'réservée aux personnes majeures' }).first()).toBeVisible();
  await expect(birthdate).toBeFocused();
  await birthdate.fill('1984-05-17');
  await orderButton.click();
  await waitForOrderNumber();
});

test('an empty form shows an error at each field and focuses the first', async ({ page }) => {
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const { main, textbox, orderButton, labels, radio } = createCheckoutPageObject(page, chenes);
  await orderButton.click();
  await expect(main.getByRole('alert').filter({ hasText: /Il manque encore 1\d choses/ })).toBeVisible();
  await expect(textbox(labels.email)).toBeFocused();
  await expect(textbox(labels.street)).toHaveAttribute('aria-invalid', 'true');
  await expect(textbox(labels.street)).toHaveAccessibleDescription(/Merci de remplir ce champ/);
  await textbox(labels.street).fill('3 rue du Port');
  await expect(textbox(labels.street)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(main.getByRole('alert').filter({ hasText: 'Choisissez un moyen de paiement' })).toBeVisible();
  await radio(labels.bankTransfer).check();
  await expect(main.getByRole('alert').filter({ hasText: 'Choisissez un moyen de paiement' })).toHaveCount(0);
});
