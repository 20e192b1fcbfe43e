import type { Page } from '@playwright/test';
import { tileHost } from '#shared/shipping/map-tiles.ts';
import {
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
  urlOf,
  waitForHydration,
} from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

/** Follows a link to `path` as if the page had one. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await expect(page).toHaveURL(urlOf(chenes, path));
}

test('the checkout has a document of its own, because only that may show a map', async ({ page }) => {
  const policies: string[] = [];
  page.on('response', async (response) => {
    if (!response.request().isNavigationRequest()) return;
    policies.push(`${new URL(response.url()).pathname}: ${(await response.allHeaders())['content-security-policy']}`);
  });
  await openPage(page, chenes, chenes.lists.wines);
  await markDocument(page);
  await follow(page, '/cart');
  expect(await isSameDocument(page)).toBe(true);
  await follow(page, '/checkout');
  await waitForHydration(page);
  expect(await isSameDocument(page)).toBe(false);
  await markDocument(page);
  await follow(page, '/cart');
  await follow(page, '/checkout');
  expect(await isSameDocument(page), 'that document may show the map already').toBe(true);
  expect(policies).toEqual([
    expect.not.stringContaining(tileHost),
    expect.stringMatching(`^/checkout: .*img-src 'self' data: ${tileHost};`),
  ]);
});

test('a page at a secret address tells no other host where it is, and can still write', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^status 4\d\d: .*\/api\/password\/reset$/, /^other host: https:\/\/elsewhere\.example/);
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: '' }));
  const response = await openPage(page, chenes, `/password/reset/${'s3cret'.repeat(6)}`);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ token: 'x'.repeat(36), password: 'a long one that nobody has 4711' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/password/reset', { method: 'PUT', headers, body })).status;
  });
  expect(status, 'the link is dead, but the write is no stranger’s').toBe(422);
  const next = page.waitForRequest('https://elsewhere.example/');
  await page.evaluate(() => window.location.assign('https://elsewhere.example/'));
  expect((await (await next).allHeaders()).referer).toBeUndefined();
});
