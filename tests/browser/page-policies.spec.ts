import type { Page } from '@playwright/test';
import { mapTileOrigin } from '#shared/shipping/map-tiles.ts';
import {
  buildShopUrl,
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
  waitForHydration,
} from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

/** Adds a link to `path` to the document for a moment, and clicks it. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await expect(page).toHaveURL(buildShopUrl(chenes, path));
}

test('the checkout loads its own document, whose policy allows map tiles as that of a list does not', async ({
  page,
}) => {
  const policies: string[] = [];
  page.on('response', async (response) => {
    if (!response.request().isNavigationRequest()) return;
    policies.push(`${new URL(response.url()).pathname}: ${(await response.allHeaders())['content-security-policy']}`);
  });
  await openPage(page, chenes, chenes.lists.wines);
  await markDocument(page);
  await followLink(page, '/cart');
  expect(await isSameDocument(page)).toBe(true);
  await followLink(page, '/checkout');
  await waitForHydration(page);
  expect(await isSameDocument(page)).toBe(false);
  await markDocument(page);
  await followLink(page, '/cart');
  await followLink(page, '/checkout');
  expect(await isSameDocument(page), 'the checkout document is reused').toBe(true);
  expect(policies).toEqual([
    expect.not.stringContaining(mapTileOrigin),
    expect.stringMatching(`^/checkout: .*img-src 'self' data:[^;]* ${mapTileOrigin};`),
  ]);
});

test('the contact page allows map tiles, and requests them only after a click that names their operator', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(new RegExp(`^other host: ${mapTileOrigin.replaceAll('.', '\\.')}`));
  const requests: string[] = [];
  await page.route(`${mapTileOrigin}/**`, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  const response = await openPage(page, chenes, '/contact');
  expect(response?.headers()['content-security-policy']).toMatch(
    new RegExp(`img-src 'self' data:[^;]* ${mapTileOrigin.replaceAll('.', '\\.')}[ ;]`),
  );
  const section = page.getByRole('region', { name: 'Sur la carte', exact: true }).first();
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByText(/OpenStreetMap/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests, 'requests before the click').toEqual([]);

  await section.getByRole('button').press('Enter');
  const map = section.getByRole('region');
  await expect(map).toBeFocused();
  await expect.poll(() => map.locator('img.leaflet-tile-loaded').count()).toBeGreaterThan(0);
  expect(requests.length).toBeGreaterThan(0);
  await expect(map.getByRole('link', { name: /OpenStreetMap/ })).toBeVisible();
});

test('a page with a secret address sends no referrer to other hosts, and its API calls succeed', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^status 4\d\d: .*\/api\/password\/reset(\/check)?$/, /^other host: https:\/\/elsewhere\.example/);
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: '' }));
  const response = await openPage(page, chenes, `/password/reset/${'s3cret'.repeat(6)}`);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ token: 'x'.repeat(36), password: 'a long and unused password 4711' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/password/reset', { method: 'PUT', headers, body })).status;
  });
  expect(status, 'an expired link, not a cross-site request').toBe(422);
  const next = page.waitForRequest('https://elsewhere.example/');
  await page.evaluate(() => window.location.assign('https://elsewhere.example/'));
  expect((await (await next).allHeaders()).referer).toBeUndefined();
});
