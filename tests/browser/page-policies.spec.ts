import type { Page } from '@playwright/test';
import { mapTileHost } from '#shared/shipping/map-tiles.ts';
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

test('the checkout loads its own document, whose policy alone allows map tiles', async ({ page }) => {
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
    expect.not.stringContaining(mapTileHost),
    expect.stringMatching(`^/checkout: .*img-src 'self' data:[^;]* ${mapTileHost};`),
  ]);
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
