import { buildShopUrl, expect, openPage, test, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const trackingCall = /\/api\/site\/visit\//;

test('the source of a visit is reported once a day and removed from the address', async ({ page }) => {
  const reported: string[] = [];
  const documents: string[] = [];
  page.on('request', (request) => {
    if (trackingCall.test(request.url())) reported.push(new URL(request.url()).pathname);
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const response = page.waitForResponse(trackingCall);
  await page.goto(buildShopUrl(chenes, `${chenes.lists.wines}?from=lettre&kind=red#content`));
  expect((await response).status()).toBe(200);
  await expect(page).toHaveURL(buildShopUrl(chenes, `${chenes.lists.wines}?kind=red#content`));
  expect(reported).toEqual(['/api/site/visit/lettre']);
  expect(documents, 'documents loaded').toHaveLength(1);

  await page.goto(buildShopUrl(chenes, '/?from=lettre'));
  await waitForHydration(page);
  await expect(page).toHaveURL(buildShopUrl(chenes, '/'));
  expect(reported, 'reports on the same day').toHaveLength(1);

  const secondResponse = page.waitForResponse(trackingCall);
  await page.goto(buildShopUrl(chenes, '/?from=salon%20du%20vin'));
  expect((await secondResponse).status()).toBe(200);
  await expect(page).toHaveURL(buildShopUrl(chenes, '/'));
  expect(reported.at(-1)).toBe('/api/site/visit/salon%20du%20vin');
});

test('an empty or overlong source is removed from the address without a report', async ({ page }) => {
  const reported: string[] = [];
  page.on('request', (request) => trackingCall.test(request.url()) && reported.push(request.url()));
  for (const source of ['', 'x'.repeat(300)]) {
    await openPage(page, chenes, `/?from=${source}`);
    await expect(page).toHaveURL(buildShopUrl(chenes, '/'));
  }
  expect(reported).toEqual([]);
});

test.describe('on the first visit', () => {
  // These tests begin without the closed popup and the refused cookies of all other browser tests.
  test.use({ hasPopups: true, storageState: { cookies: [], origins: [] } });

  test('the language is stored in a host-only cookie for one year', async ({ page, context }) => {
    await openPage(page, willow, '/wines');
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: 'locale', value: 'en', domain: willow.name, path: '/', sameSite: 'Lax' });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
  });

  test('the browser stores nothing but the language cookie', async ({ page }) => {
    await openPage(page, chenes, '/wines/rose-aube/6');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await page.evaluate(() => document.cookie.split('; '))).toEqual(['locale=fr_FR']);
  });
});
