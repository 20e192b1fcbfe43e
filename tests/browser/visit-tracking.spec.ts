import { expect, openPage, test, urlOf, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const calls = /\/api\/site\/visit\//;

test('a visit that names where it comes from is told once, and the address is clean afterwards', async ({ page }) => {
  const told: string[] = [];
  const documents: string[] = [];
  page.on('request', (request) => {
    if (calls.test(request.url())) told.push(new URL(request.url()).pathname);
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const answered = page.waitForResponse(calls);
  await page.goto(urlOf(chenes, `${chenes.lists.wines}?from=lettre&kind=red#content`));
  expect((await answered).status()).toBe(200);
  await expect(page).toHaveURL(urlOf(chenes, `${chenes.lists.wines}?kind=red#content`));
  expect(told).toEqual(['/api/site/visit/lettre']);
  expect(documents, 'without loading the page again').toHaveLength(1);

  await page.goto(urlOf(chenes, '/?from=lettre'));
  await waitForHydration(page);
  await expect(page).toHaveURL(urlOf(chenes, '/'));
  expect(told, 'one visitor a day').toHaveLength(1);

  const again = page.waitForResponse(calls);
  await page.goto(urlOf(chenes, '/?from=salon%20du%20vin'));
  expect((await again).status()).toBe(200);
  await expect(page).toHaveURL(urlOf(chenes, '/'));
  expect(told.at(-1)).toBe('/api/site/visit/salon%20du%20vin');
});

test('a source that says nothing, or too much, is only taken away', async ({ page }) => {
  const told: string[] = [];
  page.on('request', (request) => calls.test(request.url()) && told.push(request.url()));
  for (const source of ['', 'x'.repeat(300)]) {
    await openPage(page, chenes, `/?from=${source}`);
    await expect(page).toHaveURL(urlOf(chenes, '/'));
  }
  expect(told).toEqual([]);
});

test('the language of the site is kept in a cookie for a year, for this host alone', async ({ page, context }) => {
  await openPage(page, willow, '/wines');
  const [cookie, ...others] = await context.cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ name: 'locale', value: 'en', domain: willow.name, path: '/', sameSite: 'Lax' });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);
});

test('nothing is kept of a visitor but the language', async ({ page }) => {
  await openPage(page, chenes, '/wines/rose-aube/6');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.evaluate(() => document.cookie.split('; '))).toEqual(['locale=fr_FR']);
});
