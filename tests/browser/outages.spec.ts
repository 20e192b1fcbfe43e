import type { Page } from '@playwright/test';
import {
  buildShopUrl,
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
  waitForHydration,
} from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const loadingBar = (page: Page) => page.getByRole('progressbar', { name: 'Chargement de la page' });
const winesLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Nos produits', exact: true });
const legalNoticeLink = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' });

test('the site shows a notice while offline, keeps the page and navigates again once online', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await openPage(page, chenes, chenes.lists.wines);
  const notice = page.getByRole('status').getByText('Vous êtes hors connexion').first();
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: /Les Vieux Chênes/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
  await expect(page).toHaveURL(buildShopUrl(chenes, chenes.lists.wines));
  await context.setOffline(false);
  await expect(page.getByText('Vous êtes hors connexion')).toHaveCount(0);
  await page.getByRole('link', { name: /Les Vieux Chênes/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Les Vieux Chênes');
});

test('the site shows the loading bar for a slow navigation only', async ({ page }) => {
  await openPage(page, chenes, '/');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'Tous nos vins' }).first().click();
  await expect(loadingBar(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Domaine des Chênes');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
  await expect(loadingBar(page)).toHaveCount(0);

  await page.unroute('**/api/**');
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=progressbar]')) document.documentElement.dataset.bar = 'seen';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await winesLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos produits');
  expect(await page.evaluate(() => document.documentElement.dataset.bar)).toBeUndefined();
});

test('the client shows an error within the site when page data fails to load, and recovers on retry', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^failed: .*\/api\//, /^status 50\d: .*\/api\//);
  await openPage(page, chenes, '/');
  await markDocument(page);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('main').getByRole('link', { name: 'Tous nos vins' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous revenons tout de suite');
  expect(await isSameDocument(page)).toBe(true);
  await expect(page).toHaveURL(buildShopUrl(chenes, chenes.lists.wines));
  await expect(page).toHaveTitle(/Nous revenons tout de suite/);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.unroute('**/api/**');
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
});

test('the client shows an error within the site when the connection fails, and recovers on retry', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^failed: /, /^error: .*(dynamically imported module|preload)/i, /^console: .*(import|preload)/i);
  await openPage(page, chenes, '/');
  await markDocument(page);
  await page.route('**/*', (route) => route.abort('connectionfailed'));
  await legalNoticeLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous revenons tout de suite');
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous revenons tout de suite');
  expect(await isSameDocument(page)).toBe(true);
  await page.unroute('**/*');
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
});

test('the client shows a failed navigation in the loading bar', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 500: /);
  await openPage(page, willow, '/');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await released;
    await route.fulfill({ status: 500, json: { success: false, data: {}, message: 'Broken' } });
  });
  await page.getByRole('main').getByRole('link', { name: 'All our wines' }).first().click();
  const bar = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(bar).toHaveAttribute('data-stage', 'creeping');
  release();
  await expect(bar).toHaveAttribute('data-stage', 'failed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error');
  await expect(bar).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Back to the home page' }).click();
  await page.unroute('**/api/**');
  await expect(page).toHaveURL(buildShopUrl(willow, '/'));
});

test('the client shows an error page for a malformed API response', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 50\d: /);
  await openPage(page, chenes, '/');
  await page.route('**/api/**', (route) => route.fulfill({ status: 200, body: '<html>sleepy proxy</html>' }));
  await legalNoticeLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Erreur|Nous revenons/);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('the client reloads the document once when a chunk is missing after a deployment', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(
    /^failed: .*\/assets\//,
    /^error: .*(dynamically imported module|preload)/i,
    /^console: .*(import|preload)/i,
    // Chromium reports that it skips the view transition between the two documents.
    /ViewTransition/,
  );
  await openPage(page, chenes, '/');
  await markDocument(page);
  const chunk = /\/assets\/LegalPage-[^/]*\.(js|css)$/;
  await page.route(chunk, (route) => route.abort());
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await legalNoticeLink(page).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/legal-notice'));
  // The chunk of the page cannot be loaded, so a new document shows the page that the server rendered.
  // `isSameDocument` fails while the new document replaces the old one.
  await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
  await page.waitForLoadState('networkidle');
  expect(documents, 'documents loaded').toBe(1);

  await page.unroute(chunk);
  await page.goto(buildShopUrl(chenes, '/'));
  await waitForHydration(page);
  await legalNoticeLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
});

test('the site says that the cookie settings could not be opened, and opens them with the next click', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/^failed: .*ERR_INTERNET_DISCONNECTED/);
  await openPage(page, chenes, '/');
  await page.waitForLoadState('networkidle');
  const link = page.getByRole('link', { name: 'Gérer les cookies' });
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText('Le site ne peut pas répondre pour l’instant.')).toBeVisible();
  await context.setOffline(false);
  await link.click();
  await expect(page.getByRole('dialog', { name: 'Vos réglages de cookies' })).toBeVisible();
});

test('the client shows the not-found page without errors in the browser', async ({ page }) => {
  await openPage(page, chenes, '/wines/nothing/99999');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page est introuvable');
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/'));
});
