import type { Page } from '@playwright/test';
import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { createRandomEmail, storeCartAndOpenPage, test } from '#tests/support/browser/shop-fixtures.ts';
import { expect, isSameDocument, markDocument, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { stubAndRecordThirdParties } from '#tests/support/browser/third-parties.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

/** These tests begin without the stored refusal of the other browser tests. */
test.use({ storageState: { cookies: [], origins: [] } });

const banner = (page: Page) => page.getByRole('dialog', { name: 'Cookies : à vous de choisir' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Vos réglages de cookies' });
const openSettings = (page: Page) => page.getByRole('link', { name: 'Gérer les cookies' }).click();

/** Clicks a button that makes a choice, and returns the choice that the page sends to the API as a consent record. */
async function choose(page: Page, click: () => Promise<void>) {
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/consent') && response.ok());
  await click();
  return (await sent).request().postDataJSON();
}

/** The commands in the queue of Google's tag, each as an array. */
const readGoogleCommands = (page: Page): Promise<unknown[][]> =>
  page.evaluate(() => (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)));

const everyService = ['WEB_ANALYTICS', 'SECOND_ANALYTICS', 'PRIVACY_ANALYTICS', 'ADS', 'SOCIAL_PIXEL'];
const hostsOfScripts = [
  'connect.facebook.net',
  'plausible.io',
  'stats.domaine-des-chenes.example',
  'www.googletagmanager.com',
];

test.describe('the cookie banner', () => {
  test('asks without stealing the focus, with two equal buttons, and leaves legal pages readable', async ({ page }) => {
    await openPage(page, chenes, '/');
    await expect(banner(page)).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    const accept = banner(page).getByRole('button', { name: 'Tout accepter' });
    const refuse = banner(page).getByRole('button', { name: 'Tout refuser' });
    const [acceptBox, refuseBox] = [await accept.boundingBox(), await refuse.boundingBox()];
    expect([refuseBox?.width, refuseBox?.height]).toEqual([acceptBox?.width, acceptBox?.height]);
    const colourOf = (button: typeof accept) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colourOf(refuse)).toBe(await colourOf(accept));
    expect(await findAxeViolations(page)).toEqual([]);

    await refuse.focus();
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Shift+Tab');
    await expect(banner(page).locator(':focus')).toHaveCount(0);

    await banner(page).getByRole('link', { name: 'Politique relative aux cookies' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Politique relative aux cookies');
    await expect(banner(page)).toBeHidden();
  });

  test('does not exist on a site without services', async ({ page }) => {
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await openPage(page, willow, '/');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Manage cookies' })).toHaveCount(0);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /cookie/i })).toBeVisible();
    expect(files.filter((url) => /consent/.test(url))).toEqual([]);
  });
});

test('third parties receive nothing before consent, after a refusal and after a withdrawal', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/^other host/);
  const thirdParties = await stubAndRecordThirdParties(context);

  await openPage(page, chenes, '/');
  await expect(banner(page)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveURL(/contact/);
  expect(thirdParties.hosts()).toEqual([]);

  const refusal = await choose(page, () => banner(page).getByRole('button', { name: 'Tout refuser' }).click());
  expect(refusal).toMatchObject({ accepted: [], refused: everyService });
  await openPage(page, chenes, '/nos-produits/nos-vins?page=1');
  await page.waitForLoadState('networkidle');
  await expect(banner(page)).toHaveCount(0);
  expect(thirdParties.hosts()).toEqual([]);

  await openSettings(page);
  await expect(settings(page)).toBeVisible();
  expect(await findAxeViolations(page, '#cc-main')).toEqual([]);
  const consent = await choose(page, () => settings(page).getByRole('button', { name: 'Tout accepter' }).click());
  expect(consent).toMatchObject({ id: refusal.id, accepted: everyService, refused: [] });
  await expect.poll(thirdParties.hosts).toEqual(hostsOfScripts);

  const cookieNames = ['_ga', '_pk_id.1', '_gcl_au', '_fbp', 'other'];
  await context.addCookies(cookieNames.map((name) => ({ name, value: '1', url: new URL('/', page.url()).href })));
  await markDocument(page);
  await openSettings(page);
  const withdrawal = await choose(page, async () => {
    await settings(page).getByRole('button', { name: 'Tout refuser' }).click();
  });
  expect(withdrawal).toMatchObject({ id: refusal.id, accepted: [], refused: everyService });
  // The withdrawal loads a new document. A call during the navigation fails and is repeated.
  await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
  await waitForHydration(page);
  expect(await readGoogleCommands(page)).toEqual([]);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => /^(_|other)/.test(name))).toEqual(['other']);

  const { length } = thirdParties.requests;
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveURL(/contact/);
  await page.waitForLoadState('networkidle');
  expect(thirdParties.requests).toHaveLength(length);
});

test('a choice of statistics without marketing loads only the services of that category', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/^other host/);
  const thirdParties = await stubAndRecordThirdParties(context);
  await openPage(page, chenes, '/');
  await banner(page).getByRole('button', { name: 'Choisir service par service' }).click();
  await expect(settings(page)).toBeVisible();
  for (const category of ['Mesure d’audience', 'Publicité et réseaux sociaux'])
    await expect(settings(page).getByRole('checkbox', { name: category })).not.toBeChecked();
  // The dialog takes the focus when its transition has ended. A key pressed before would go to the dialog.
  await expect.poll(() => settings(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await settings(page).getByRole('checkbox', { name: 'Mesure d’audience' }).press('Space');
  const choice = await choose(page, () =>
    settings(page).getByRole('button', { name: 'Enregistrer mon choix' }).click(),
  );
  expect(choice).toMatchObject({
    accepted: ['WEB_ANALYTICS', 'SECOND_ANALYTICS', 'PRIVACY_ANALYTICS'],
    refused: ['ADS', 'SOCIAL_PIXEL'],
  });
  await expect.poll(thirdParties.hosts).toEqual(hostsOfScripts.filter((host) => host !== 'connect.facebook.net'));
  await openPage(page, chenes, chenes.lists.wines);
  await page.waitForLoadState('networkidle');
  expect(thirdParties.hosts()).not.toContain('connect.facebook.net');
  const commands = JSON.stringify(await readGoogleCommands(page));
  expect(commands).toContain('G-DEMO12345');
  expect(commands).not.toContain('AW-');
  expect(commands).not.toContain('"ad_storage":"granted"');
});

test('the beginning of a checkout and its purchase are reported once each', async ({ page, context, pageErrors }) => {
  test.setTimeout(120_000);
  pageErrors.allow(/^other host/);
  const thirdParties = await stubAndRecordThirdParties(context);
  await openPage(page, chenes, '/');
  await choose(page, () => banner(page).getByRole('button', { name: 'Tout accepter' }).click());
  const reports = () =>
    thirdParties
      .plausibleEvents()
      .map(({ name }) => name)
      .filter((name) => name === 'begin_checkout' || name === 'purchase');

  const checkout = createCheckoutPageObject(page, chenes);
  const { labels, textbox } = checkout;
  await storeCartAndOpenPage(page, chenes, [{ productId: 1, variantId: 101, quantity: 6 }]);
  await expect.poll(reports).toEqual(['begin_checkout']);
  await textbox(labels.email).fill(createRandomEmail());
  await textbox(labels.firstname).fill('Solène');
  await textbox(labels.lastname).fill('Marchadier');
  await checkout.fillDelivery();
  await textbox(labels.phone).fill('05 45 00 00 00');
  await textbox('Date de naissance').fill('1987-03-09');
  await checkout.confirmAgeAndTerms();
  await checkout.orderButton.click();
  const number = await checkout.waitForOrderNumber();
  await expect.poll(reports).toEqual(['begin_checkout', 'purchase']);

  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('main').getByText(number).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(reports()).toEqual(['begin_checkout', 'purchase']);
  expect(JSON.stringify(thirdParties.requests)).not.toContain('Marchadier');
});

test('a choice is kept for six months, after which the banner appears again', async ({ page, context }) => {
  await openPage(page, chenes, '/');
  await choose(page, () => banner(page).getByRole('button', { name: 'Tout refuser' }).click());
  const findCookie = async () => (await context.cookies()).find(({ name }) => name === 'consent');
  const days = (((await findCookie())?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(182);
  await openPage(page, chenes, '/contact');
  await page.waitForLoadState('networkidle');
  await expect(banner(page)).toHaveCount(0);

  // The choice expires even if a browser keeps its cookie for longer.
  await page.clock.setFixedTime(Date.now() + 183 * 86_400_000);
  await openPage(page, chenes, '/contact');
  await expect(banner(page)).toBeVisible();
});

test('services that are allowed receive pages and shop events, but no search words and no personal pages', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/^other host/);
  const thirdParties = await stubAndRecordThirdParties(context);
  const pageViews = () => thirdParties.plausibleEvents().flatMap(({ name, url }) => (name === 'pageview' ? [url] : []));

  await openPage(page, chenes, '/');
  await choose(page, () => banner(page).getByRole('button', { name: 'Tout accepter' }).click());
  await expect.poll(pageViews).toEqual([`${chenes.origin}/`]);

  await page.goto(new URL('/products/search?search=cabernet', page.url()).href);
  await waitForHydration(page);
  await expect.poll(pageViews).toHaveLength(2);
  await markDocument(page);
  await page.locator('article a[href^="/wines/"]').first().click();
  await expect(page).toHaveURL(/\/wines\//);
  await expect.poll(pageViews).toHaveLength(3);
  expect(await isSameDocument(page)).toBe(true);
  await page.getByRole('main').getByRole('button', { name: 'Ajouter au panier' }).first().click();
  await expect.poll(() => thirdParties.plausibleEvents().map(({ name }) => name)).toContain('add_to_cart');

  const wine = new URL(page.url()).pathname;
  expect(pageViews()).toEqual([`${chenes.origin}/`, `${chenes.origin}/products/search`, chenes.origin + wine]);
  const commands = await readGoogleCommands(page);
  const events = commands.flatMap(([command, name]) => (command === 'event' ? [name] : []));
  expect(events.filter((name) => name === 'view_item')).toHaveLength(2);
  const [searchPage] = commands.flatMap(([command, fields]) => (command === 'set' ? [fields] : []));
  expect(searchPage).toEqual({
    page_location: `${chenes.origin}/products/search`,
    page_title: chenes.estate,
    page_referrer: '',
  });
  expect(JSON.stringify([commands, thirdParties.requests])).not.toContain('search=');

  const { length } = thirdParties.requests;
  await page
    .getByRole('link', { name: /Mon compte|Compte|Se connecter/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(auth|account)/);
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  expect(await isSameDocument(page)).toBe(false);
  expect(await readGoogleCommands(page)).toEqual([]);
  expect(thirdParties.requests).toHaveLength(length);
});
