import type { BrowserContext } from '@playwright/test';
import { mapTileOrigin } from '#shared/shipping/map-tiles.ts';
import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import { setSessionCookies, storeCartAndOpenPage, test, waitForMail } from '#tests/support/browser/shop-fixtures.ts';
import { expect } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const chardonnay = { productId: 1, variantId: 101, quantity: 6 };
const ridge = { productId: 1, variantId: 201, quantity: 6 };

/** Blocks requests to other hosts, and records their URLs. */
async function blockOtherHosts(context: BrowserContext): Promise<string[]> {
  const blocked: string[] = [];
  await context.route(
    ({ hostname }) => !hostname.endsWith('localhost'),
    (route) => {
      blocked.push(route.request().url());
      return route.abort();
    },
  );
  return blocked;
}

test('a customer orders to a pickup point and loads the map on request only', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(
    new RegExp(`^(other host|failed): ${mapTileOrigin.replaceAll('.', '\\.')}`),
    /^other host: .*tile/,
    /^failed: .*tile/,
  );
  const customer = await shop.createCustomer(chenes);
  await setSessionCookies(context, chenes, customer);
  const blocked = await blockOtherHosts(context);
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const checkout = createCheckoutPageObject(page, chenes);
  const { main, radio } = checkout;
  await checkout.postcode.fill('16100');
  await checkout.city.fill('Cognac');
  await radio(checkout.labels.pickupPoint).check();
  const pickupPoints = main.getByRole('group', { name: 'Votre point relais' });
  await expect(pickupPoints.getByRole('radio').first()).toBeVisible();
  // The pickup points are sorted by distance, so the first one is in the customer's town.
  await expect(pickupPoints.getByRole('radio').first().locator('..')).toContainText('16100 Cognac');
  await pickupPoints.getByRole('button', { name: /autres points relais/ }).click();
  expect(await pickupPoints.getByRole('radio').count()).toBeGreaterThan(5);
  await expect(pickupPoints.getByText(/à qui votre adresse IP sera transmise/)).toBeVisible();
  expect(blocked, 'requests before the map is opened').toEqual([]);

  await pickupPoints.getByRole('button', { name: 'Voir sur une carte' }).click();
  const map = pickupPoints.getByRole('region', { name: 'Voir sur une carte' });
  await expect(map).toBeVisible();
  await expect.poll(() => blocked.length, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const url of blocked) expect(new URL(url).host).toBe(new URL(mapTileOrigin).host);
  await expect(map.getByRole('link', { name: /OpenStreetMap/ })).toBeVisible();
  await expect(map).toBeFocused();
  const frame = await map.boundingBox();
  if (!frame) throw new Error('the map has no size');
  const reachable = await map.locator('.leaflet-marker-icon').all();
  let tabStops = 0;
  for (const marker of reachable) {
    const box = await marker.boundingBox();
    const isInside =
      box !== null &&
      box.x + box.width / 2 >= frame.x &&
      box.x + box.width / 2 <= frame.x + frame.width &&
      box.y + box.height >= frame.y &&
      box.y + box.height <= frame.y + frame.height;
    // Only the markers inside the visible part of the map are in the tab order.
    expect(await marker.getAttribute('tabindex')).toBe(isInside ? '0' : '-1');
    if (isInside) tabStops += 1;
  }
  expect(tabStops, 'the nearest points are in the frame').toBeGreaterThanOrEqual(Math.min(5, reachable.length));
  const pin = map.getByRole('button', { name: 'Casiers de la gare' });
  await pin.focus();
  await page.keyboard.press('Enter');
  const chosen = pickupPoints.getByRole('radio', { name: /^Casiers de la gare/ });
  await expect(chosen).toBeChecked();

  await checkout.textbox(checkout.labels.street).fill('3 rue du Port');
  await radio(checkout.labels.bankTransfer).check();
  await checkout.confirmAgeAndTerms();
  await checkout.orderButton.click();
  const number = await checkout.waitForOrderNumber();
  await expect(main.getByRole('heading', { name: 'Point relais' })).toBeVisible();
  await expect(main.getByText('Casiers de la gare')).toBeVisible();
  const mail = await waitForMail(customer.email, new RegExp(number));
  expect(mail.text).toContain('Casiers de la gare');
});

for (const [host, line, place] of [
  [chenes, chardonnay, /12, route des Grands Chênes/],
  [willow, ridge, /12 chemin des Trois-Saules/],
] as const) {
  test(`a customer of ${host.name} orders click and collect for a day and a slot`, async ({ page, context, shop }) => {
    const customer = await shop.createCustomer(host, { lang: host === chenes ? 'fr_FR' : 'en', phone: '' });
    await setSessionCookies(context, host, customer);
    await storeCartAndOpenPage(page, host, [{ ...line, quantity: 1 }]);
    const checkout = createCheckoutPageObject(page, host);
    const { main, radio, textbox, labels } = checkout;
    await radio(labels.clickAndCollect).check();
    await expect(main.getByText(place).first()).toBeVisible();
    const days = main.getByRole('grid').getByRole('button', { disabled: false });
    await days.last().click();
    const slots = main.getByRole('group', { name: host === chenes ? /^À quelle heure/ : /^At what time/ });
    await slots.getByRole('radio').last().check();
    await textbox(labels.street).fill('3 rue du Port');
    await textbox(labels.postcode).or(checkout.postcode).fill('16100');
    await checkout.city.fill('Cognac');
    await radio(labels.payAtCollection).check();
    await checkout.confirmAgeAndTerms();
    await expect(main.getByText(host === chenes ? /^Total TTC 8,90/ : /^Total incl\. VAT €19\.50/)).toBeVisible();
    const time = (await slots.getByRole('radio').last().locator('..').textContent()) ?? '';
    await checkout.orderButton.click();
    const number = await checkout.waitForOrderNumber();
    await expect(main.getByText(place).first()).toBeVisible();
    const hours = time.match(/\d+(\.\d\d)?[ap]m|\d+\u00a0h(\u00a0\d\d)?/g) ?? [];
    expect(hours).toHaveLength(2);
    const mail = await waitForMail(customer.email, new RegExp(number));
    for (const hour of hours) {
      await expect(main.getByText(hour).first()).toBeVisible();
      expect(mail.text).toContain(hour);
    }
  });
}

test('choosing another click-and-collect address resets day and slot', async ({ page, context, shop }) => {
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes));
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const { main, radio, labels } = createCheckoutPageObject(page, chenes);
  await radio(labels.clickAndCollect).check();
  const places = main.getByRole('group', { name: 'Où' });
  await main.getByRole('grid').getByRole('button', { disabled: false }).last().click();
  await expect(main.getByRole('group', { name: /^À quelle heure/ })).toBeVisible();
  await places.getByRole('radio').nth(1).check();
  await expect(main.getByRole('group', { name: /^À quelle heure/ })).toHaveCount(0);
  await main.getByRole('button', { name: 'Commander avec obligation de paiement' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'Choisissez un jour et une heure' })).toBeVisible();
});

test('a cart below the shipping minimum shows the reason and still allows click and collect', async ({
  page,
  context,
  shop,
}) => {
  await setSessionCookies(context, willow, await shop.createCustomer(willow, { lang: 'en' }));
  await storeCartAndOpenPage(page, willow, [{ ...ridge, quantity: 2 }]);
  const { main, radio, labels } = createCheckoutPageObject(page, willow);
  const notice = main.getByRole('alert').filter({ hasText: 'We ship orders of 6 bottles or more; your cart has 2' });
  await expect(notice).toBeVisible();
  await radio(labels.clickAndCollect).check();
  await expect(notice).toHaveCount(0);
});

test('a postcode without carriers shows a message until another postcode is entered', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  pageErrors.allow(/^status 422: .*\/calculate\/shipping-fees/);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes));
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const checkout = createCheckoutPageObject(page, chenes);
  const { main, radio, labels } = checkout;
  await main.getByRole('combobox', { name: labels.country }).selectOption('FR');
  await checkout.postcode.fill('97400');
  const notice = main.getByRole('alert').filter({ hasText: 'Aucun transporteur ne livre cette commande' });
  await expect(notice).toBeVisible();
  await expect(radio(labels.homeDelivery)).toHaveCount(0);
  await checkout.postcode.fill('20000');
  await expect(radio(labels.homeDelivery)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(main.getByRole('group', { name: 'Mode de livraison' })).toContainText('21,90');
});

test('a country without carriers cannot be chosen, and a served country has its own carriers and fees', async ({
  page,
  context,
  shop,
}) => {
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes));
  await storeCartAndOpenPage(page, chenes, [chardonnay]);
  const { main, radio, labels } = createCheckoutPageObject(page, chenes);
  const country = main.getByRole('combobox', { name: labels.country });
  await expect(country.locator('optgroup[label="Pas de livraison"] option[value="JP"]')).toBeDisabled();
  await country.selectOption('BE');
  await main.getByRole('textbox', { name: labels.postcode }).fill('1000');
  await expect(radio(labels.homeDelivery)).toBeChecked();
  await expect(main.getByRole('group', { name: 'Mode de livraison' })).toContainText('18,90');
  await expect(radio(labels.pickupPoint)).toHaveCount(0);
});

test('a customer orders a voucher, for which only the mail is offered as delivery', async ({ page, context, shop }) => {
  const customer = await shop.createCustomer(willow);
  await setSessionCookies(context, willow, customer);
  await storeCartAndOpenPage(page, willow, [{ productId: 14, variantId: 222, quantity: 1 }]);
  const checkout = createCheckoutPageObject(page, willow);
  const { main, radio } = checkout;
  await expect(radio('By e-mail')).toBeChecked();
  await expect(main.getByRole('group', { name: 'Delivery' }).getByRole('radio')).toHaveCount(1);
  await expect(main).not.toContainText('Alcohol abuse');
  await checkout.textbox(checkout.labels.street).fill('3 rue du Port');
  await checkout.postcode.fill('16100');
  await checkout.city.fill('Cognac');
  await radio(checkout.labels.bankTransfer).check();
  await checkout.checkbox(checkout.labels.acceptTerms).check();
  await checkout.orderButton.click();
  await checkout.waitForOrderNumber();
  const mail = await waitForMail(customer.email, /order/i);
  expect(mail.text).toContain('A Tasting for Two');
});
