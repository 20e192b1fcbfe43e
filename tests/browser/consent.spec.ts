import type { BrowserContext, Page } from '@playwright/test';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { test } from '#tests/support/browser/shop-fixtures.ts';
import { expect, isSameDocument, markDocument, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

/** These tests begin without the stored refusal of the other browser tests. */
test.use({ storageState: { cookies: [], origins: [] } });

/** Answers all requests to third parties with an empty script, and records them. */
async function recordThirdParties(context: BrowserContext) {
  const requests: { url: URL; body: string | null }[] = [];
  await context.route(
    (url) => !url.hostname.endsWith('localhost'),
    async (route) => {
      requests.push({ url: new URL(route.request().url()), body: route.request().postData() });
      await route.fulfill({
        contentType: 'text/javascript',
        body: '',
        headers: { 'access-control-allow-origin': '*' },
      });
    },
  );
  return {
    requests,
    hosts: () => [...new Set(requests.map(({ url }) => url.hostname))].sort(),
    /** The pages and events that were sent to Plausible, which is called without code of its own. */
    plausibleEvents: () =>
      requests.flatMap(({ url, body }) => (url.hostname === 'plausible.io' ? [JSON.parse(body ?? '{}')] : [])),
  };
}

const banner = (page: Page) => page.getByRole('dialog', { name: 'Cookies : à vous de choisir' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Vos réglages de cookies' });
const openSettings = (page: Page) => page.getByRole('link', { name: 'Gérer les cookies' }).click();

/** Clicks a button that makes a choice, and returns the choice that the page sends to the API as a proof. */
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
  const thirdParties = await recordThirdParties(context);

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

test('services that are allowed receive pages and shop events, but no search words and no personal pages', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/^other host/);
  const thirdParties = await recordThirdParties(context);
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
