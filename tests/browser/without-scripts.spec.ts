import { buildShopUrl, expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { chenes, testHosts, willow } from '#tests/support/fixtures/estates.ts';

test.use({ javaScriptEnabled: false });

// With JavaScript disabled, Chromium reports each script as blocked by the content security policy.
test.beforeEach(({ pageErrors }) => pageErrors.allow(/^failed: .*\.js csp$/));

for (const host of testHosts) {
  test(`every page of ${host.name} is readable without JavaScript`, async ({ page }) => {
    test.slow();
    for (const { path, heading } of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]) {
      const response = await page.goto(buildShopUrl(host, path), { waitUntil: 'domcontentloaded' });
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('main')).toHaveText(/(\p{L}+\P{L}+){5}/u);
    }
  });
}

test('the filter form works without JavaScript', async ({ page }) => {
  await page.goto(buildShopUrl(chenes, chenes.lists.wines));
  const all = await page.getByRole('article').count();
  await page.getByText('Affiner le choix', { exact: true }).first().click();
  await page.getByRole('checkbox', { name: /Rouges/ }).check();
  await page.getByLabel('Millésime', { exact: true }).selectOption('2022');
  await page.getByRole('button', { name: 'Afficher', exact: true }).first().click();
  await expect(page).toHaveURL(/kind=red/);
  await expect(page).toHaveURL(/year=2022/);
  const found = await page.getByRole('article').count();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await page.getByRole('link', { name: /^Retirer ce filtre : Rouges/ }).click();
  await expect(page).not.toHaveURL(/kind=red/);
});

test('the filters of events and services are links without JavaScript', async ({ page }) => {
  for (const [path, tag, count] of [
    ['/notre-domaine/agenda', 'Soirées', 3],
    ['/notre-domaine/services', 'Visites', 1],
  ] as const) {
    await page.goto(buildShopUrl(chenes, path));
    const filters = page.getByRole('navigation', { name: 'Filtrer par thème' });
    await expect(filters.getByRole('link', { name: 'Tout', exact: true })).toHaveAttribute('aria-current', 'true');
    await filters.getByRole('link', { name: tag, exact: true }).click();
    await expect(page).toHaveURL(/tag=/);
    await expect(filters.getByRole('link', { name: tag, exact: true })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('article')).toHaveCount(count);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
  }
  expect((await httpGet(chenes, '/notre-domaine/agenda?tag=unknown')).status).toBe(404);
});

test('sorting works without JavaScript', async ({ page }) => {
  await page.goto(buildShopUrl(willow, willow.lists.wines));
  await page.getByLabel('Sort by').selectOption('-price');
  await page.getByRole('button', { name: 'Show', exact: true }).last().click();
  await expect(page).toHaveURL(/order=-price/);
  await expect(page.getByRole('article').first()).toContainText('Discovery Case');
});

test('the search works without JavaScript', async ({ page }) => {
  await page.goto(buildShopUrl(chenes, '/products/search'));
  await page.getByRole('searchbox').fill('cognac');
  await page.getByRole('main').getByRole('button', { name: 'Rechercher' }).click();
  await expect(page).toHaveURL(/search=cognac/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('submenus open without JavaScript on a wide screen and on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(buildShopUrl(chenes, '/'));
  await page.getByRole('banner').getByRole('link', { name: 'Nos produits', exact: true }).hover();
  await page.getByRole('banner').getByRole('link', { name: 'Nos vins', exact: true }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, chenes.lists.wines));

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.getByRole('link', { name: 'Le chai et la distillerie' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Le chai et la distillerie');
});

test('vintages and full-size pictures are links without JavaScript', async ({ page }) => {
  await page.goto(buildShopUrl(chenes, '/wines/cabernet-les-vieux-chenes/8'));
  await page.getByRole('navigation', { name: 'Millésime' }).getByRole('link', { name: '2020' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2020');
  const picture = page.getByRole('link', { name: /^Agrandir l’image/ });
  const response = await page.request.get(
    buildShopUrl({ name: '127.0.0.1' }, (await picture.getAttribute('href')) ?? ''),
  );
  expect(response.headers()['content-type']).toBe('image/webp');
});

test('a withdrawal is declared and confirmed without JavaScript', async ({ page }) => {
  await page.goto(buildShopUrl(chenes, '/withdrawal?order=2026-09999'));
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox', { name: 'Numéro de commande' })).toHaveValue('2026-09999');
  await main.getByRole('textbox', { name: 'Prénom et nom' }).fill('Solène Marchadier');
  await main.getByRole('textbox', { name: 'Adresse électronique' }).fill('solene@mail.example');
  await main.getByRole('button', { name: 'Continuer' }).click();
  await expect(main.getByRole('region', { name: 'Votre déclaration' })).toContainText('2026-09999');
  await main.getByRole('button', { name: 'Modifier' }).click();
  await expect(main.getByRole('textbox', { name: 'Prénom et nom' })).toHaveValue('Solène Marchadier');
  await main.getByRole('button', { name: 'Continuer' }).click();
  await main.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(main).toContainText('Votre rétractation est enregistrée');
  await expect(main).toContainText(String(new Date().getFullYear()));
});

test('the link that ends all newsletters is requested without JavaScript', async ({ page }) => {
  await page.goto(buildShopUrl(willow, '/newsletter/unsubscribe'));
  const main = page.getByRole('main');
  await main.getByRole('textbox').fill('reader@mail.example');
  await main.getByRole('button').click();
  await expect(main.getByRole('status').filter({ hasText: 'reader@mail.example' })).toBeVisible();
});
