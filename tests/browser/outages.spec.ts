import type { Page } from '@playwright/test';
import {
  expect,
  isSameDocument,
  markDocument,
  openPage,
  test,
  urlOf,
  waitForHydration,
} from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

const loading = (page: Page) => page.getByRole('progressbar', { name: 'La page se charge' });
const toWines = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Nos produits', exact: true });
const toEstate = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' });

/** Holds something back until `release` is called. */
function gate() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}

test('whoever loses the network is told, keeps the page, and goes on once it is back', async ({
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
  await expect(page).toHaveURL(urlOf(chenes, chenes.lists.wines));
  await context.setOffline(false);
  await expect(page.getByText('Vous êtes hors connexion')).toHaveCount(0);
  await page.getByRole('link', { name: /Les Vieux Chênes/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Les Vieux Chênes');
});

test('a slow page shows that it is on its way, a quick one shows nothing', async ({ page }) => {
  await openPage(page, chenes, '/');
  const { held, release } = gate();
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'Tous nos vins' }).first().click();
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Domaine des Chênes');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
  await expect(loading(page)).toHaveCount(0);

  await page.unroute('**/api/**');
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=progressbar]')) document.documentElement.dataset.bar = 'seen';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await toWines(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos produits');
  expect(await page.evaluate(() => document.documentElement.dataset.bar)).toBeUndefined();
});

test('a page whose data does not come says so within the site, and a second try helps', async ({
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
  await expect(page).toHaveURL(urlOf(chenes, chenes.lists.wines));
  await expect(page).toHaveTitle(/Nous revenons tout de suite/);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.unroute('**/api/**');
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nos vins');
});

test('the loading bar shows a failure', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 500: /);
  await openPage(page, willow, '/');
  const { held, release } = gate();
  await page.route('**/api/**', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { success: false, data: {}, message: 'Broken' } });
  });
  await page.getByRole('main').getByRole('link', { name: 'All our wines' }).first().click();
  const bar = page.getByRole('progressbar', { name: 'The page is loading' });
  await expect(bar).toHaveAttribute('data-stage', 'creeping');
  release();
  await expect(bar).toHaveAttribute('data-stage', 'failed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error');
  await expect(bar).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Back to the home page' }).click();
  await page.unroute('**/api/**');
  await expect(page).toHaveURL(urlOf(willow, '/'));
});

test('an answer that makes no sense is a failure, not a broken page', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 50\d: /);
  await openPage(page, chenes, '/');
  await page.route('**/api/**', (route) => route.fulfill({ status: 200, body: '<html>sleepy proxy</html>' }));
  await toEstate(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Erreur|Nous revenons/);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('code that a newer version has replaced loads the page anew, once a minute at most', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(
    /^failed: .*\/assets\//,
    /^error: .*(dynamically imported module|preload)/i,
    /^console: .*(import|preload)/i,
    // The browser gives up its own animation between two documents.
    /ViewTransition/,
  );
  await openPage(page, chenes, '/');
  await markDocument(page);
  const lost = /\/assets\/LegalPage-[^/]*\.(js|css)$/;
  await page.route(lost, (route) => route.abort());
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await toEstate(page).click();
  await expect(page).toHaveURL(urlOf(chenes, '/legal-notice'));
  // The document is new and, without its code, what the server sent: readable.
  await expect.poll(() => isSameDocument(page)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
  await page.waitForLoadState('networkidle');
  expect(documents, 'no reloading for ever').toBe(1);

  await page.unroute(lost);
  await page.goto(urlOf(chenes, '/'));
  await waitForHydration(page);
  await toEstate(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
});

test('a page that cannot be found stays quiet in the browser', async ({ page }) => {
  await openPage(page, chenes, '/wines/nothing/99999');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page est introuvable');
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await expect(page).toHaveURL(urlOf(chenes, '/'));
});
