import type { Page } from '@playwright/test';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { expect, openPage, test, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const shop = (host = 'domaine-des-chenes') => `http://${host}.localhost:${process.env.SHOP_PORT}`;
const wines = `${shop()}/nos-produits/nos-vins`;

async function visit(page: Page, address: string) {
  await page.goto(address);
  await waitForHydration(page);
}

const resultCount = (page: Page) => page.getByRole('status').filter({ hasText: 'référence' });
const names = (page: Page) => page.locator('article').getByRole('heading');

test.describe('the wine list', () => {
  test('applies filters at once, keeps them in the address and removes them', async ({ page }) => {
    await visit(page, wines);
    const all = await names(page).count();
    await page.getByText('Affiner le choix').first().click();
    await page.getByRole('checkbox', { name: /Rouges/ }).check();
    await expect(page).toHaveURL(`${wines}?kind=red`);
    await expect(names(page).filter({ hasText: 'Merlot' })).toBeVisible();
    await expect(names(page).filter({ hasText: 'Cognac' })).toHaveCount(0);

    await page.getByRole('searchbox', { name: 'Nom' }).fill('chênes');
    await expect(page).toHaveURL(/name=ch%C3%AAnes/);
    await expect(resultCount(page)).toHaveText('1 référence');

    await page.getByRole('link', { name: /Retirer ce filtre.*Rouges/ }).click();
    await expect(page).toHaveURL(/\?name=/);
    await page.getByRole('link', { name: /Retirer ce filtre.*chênes/ }).click();
    await expect(page).toHaveURL(wines);
    await expect(names(page)).toHaveCount(all);
  });

  test('filters without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(wines);
    await page.getByText('Affiner le choix').first().click();
    await page.getByRole('checkbox', { name: /Rosés/ }).check();
    await page.getByRole('checkbox', { name: /Effervescents/ }).check();
    await page.getByRole('main').getByRole('button', { name: 'Afficher' }).first().click();
    await expect(names(page)).toHaveCount(3);
    await expect(page.getByRole('link', { name: /Retirer ce filtre.*Effervescents/ })).toBeVisible();
    await context.close();
  });

  test('opens its filters as a sheet on a phone, and Escape closes it and restores the focus', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit(page, wines);
    await page.getByText('Affiner le choix').first().click();
    const sheet = page.getByRole('dialog', { name: 'Affiner le choix' });
    await expect(sheet).toBeVisible();
    await sheet.getByRole('checkbox', { name: /Blancs/ }).check();
    await expect(page).toHaveURL(/kind=white/);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.locator('summary').first()).toBeFocused();
  });

  test('links to the whole list when no wine matches', async ({ page }) => {
    await page.goto(`${wines}?name=bière`);
    await expect(page.getByText('Aucun produit ne correspond')).toBeVisible();
    await page.getByRole('link', { name: 'Voir toute la liste' }).click();
    await expect(page).toHaveURL(wines);
  });

  test('returns 404 beyond its last page', async ({ page }) => {
    expect((await page.goto(`${wines}?page=2`))?.status()).toBe(404);
  });

  test('contains no juices, which have a list of their own', async ({ page }) => {
    await page.goto(wines);
    await expect(names(page).filter({ hasText: 'Jus de raisin' })).toHaveCount(0);
    await page.goto(`${shop()}/nos-produits/les-jus-de-raisin`);
    await expect(names(page)).toHaveCount(4);
  });
});

test.describe('the product search', () => {
  test('ignores accents and keeps the query in its field', async ({ page }) => {
    await visit(page, `${shop()}/products/search`);
    await page.getByRole('searchbox').fill('pineau rose');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/search=pineau\+rose/);
    await expect(names(page).filter({ hasText: 'Pineau des Charentes rosé' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('pineau rose');
  });

  test('shows a message when nothing matches', async ({ page }) => {
    await page.goto(`${shop()}/products/search?search=zzz`);
    await expect(page.getByRole('status').filter({ hasText: 'zzz' })).toContainText('Aucun résultat');
    await expect(names(page)).toHaveCount(3);
    await expect(page.getByRole('main').getByRole('link', { name: /^0\d( \d\d)+/ })).toHaveAttribute('href', /^tel:/);
  });

  test('shows the best first, whatever the default order of lists is', async ({ page }) => {
    await visit(page, `${shop()}/products/search`);
    await page.getByRole('searchbox').fill('mrelot');
    await page.getByRole('searchbox').press('Enter');
    await expect(names(page).first()).toContainText('La Garenne');
    await page.getByRole('searchbox').fill('moins de 10 euros');
    await page.getByRole('searchbox').press('Enter');
    await expect(names(page).first()).toContainText('Les Terrasses');
  });
});

test.describe('a product', () => {
  test('gives each vintage and format an address of its own', async ({ page }) => {
    await visit(page, `${shop()}/wines/cabernet-les-vieux-chenes/8`);
    await page.getByRole('navigation', { name: 'Millésime' }).getByRole('link', { name: '2020' }).click();
    await expect(page).toHaveURL(/\/8\/2020$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('2020');
    await page
      .getByRole('navigation', { name: 'Format' })
      .getByRole('link', { name: /Magnum/ })
      .click();
    await expect(page).toHaveURL(/\/8\/detail\/118$/);
    await expect(page.getByRole('link', { name: /Magnum/ })).toHaveAttribute('aria-current', 'true');
    // The hydration data omits the description, so a navigation between variants must not empty the rendered element.
    await expect(page.locator('[id^="description-"]')).not.toBeEmpty();
  });

  test('shows its pictures in a dialog that wraps around at both ends and closes with Escape', async ({ page }) => {
    await visit(page, `${shop()}/wines/cabernet-les-vieux-chenes/8`);
    const enlarge = page.getByRole('link', { name: /Agrandir/ });
    await enlarge.click();
    const slider = page.getByRole('dialog', { name: 'Photographies' });
    const [first, total] = ((await slider.getByText(/^\d+ \/ \d+$/).textContent()) ?? '').split(' / ');
    expect(first).toBe('1');
    await page.keyboard.press('ArrowLeft');
    await expect(slider.getByText(`${total} / ${total}`)).toBeVisible();
    await slider.getByRole('button', { name: 'Image suivante' }).click();
    await expect(slider.getByText(`1 / ${total}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(slider).toBeHidden();
    await expect(enlarge).toBeFocused();
  });

  test('enables its button once scripts run, and names the telephone number without them', async ({
    page,
    request,
  }) => {
    await page.goto(`${shop()}/wines/7`);
    const button = page.getByRole('main').getByRole('button', { name: 'Ajouter au panier', exact: true }).first();
    await expect(button).toBeEnabled();
    // The raw HTML is read, because a browser with scripts does not parse the content of `<noscript>`.
    const html = await (await request.get(`http://127.0.0.1:${process.env.SHOP_PORT}/wines/7`)).text();
    expect(html.match(/<noscript>.*?<\/noscript>/g)?.join('')).toMatch(/Pour commander.*href="tel:\+33/);
    const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const buttons = body.match(/<button[^>]*>/g) ?? [];
    expect(buttons.length).toBeGreaterThan(0);
    expect(buttons.filter((button) => !/\sdisabled/.test(button))).toEqual([]);
  });

  for (const [title, address, status, to] of [
    ['a product without its slug is shown', '/wines/7', 200, '/wines/7'],
    ['a product with a wrong slug redirects', '/wines/merlo/7', 301, '/wines/merlot-la-garenne/7'],
    ['a wine under the prefix of other products redirects', '/products/7', 301, '/wines/merlot-la-garenne/7'],
    ['a juice under the prefix of wines redirects', '/wines/25', 301, '/products/jus-de-raisin-blanc/25'],
    ['a known vintage is shown', '/wines/merlot-la-garenne/7/2022', 200, ''],
    ['an unknown vintage returns 404', '/wines/merlot-la-garenne/7/2019', 404, ''],
    ['a known variant is shown', '/wines/merlot-la-garenne/7/detail/114', 200, ''],
    ['a variant of another product returns 404', '/wines/merlot-la-garenne/7/detail/101', 404, ''],
    ['a malformed id returns 404', '/wines/7x', 404, ''],
    ['an unknown product returns 404', '/wines/99999', 404, ''],
  ] as const) {
    test(`${title} (${address})`, async ({ request }) => {
      // Outside a browser, names below localhost may not resolve. 127.0.0.1 serves the first estate as well.
      const direct = `http://127.0.0.1:${process.env.SHOP_PORT}`;
      const response = await request.get(direct + address, { maxRedirects: 0 });
      expect(response.status()).toBe(status);
      if (status === 301) expect(new URL(response.headers().location ?? '', direct).pathname).toBe(to);
    });
  }
});

test.describe('a page that sells alcohol', () => {
  const pages = [
    [`${shop()}/nos-produits/nos-vins`, 'L’abus d’alcool est dangereux pour la santé'],
    [`${shop()}/products/search?search=cognac`, 'L’abus d’alcool est dangereux pour la santé'],
    [`${shop()}/wines/7`, 'L’abus d’alcool est dangereux pour la santé'],
    [`${shop()}/products/29`, 'L’abus d’alcool est dangereux pour la santé'],
    [`${shop('willow-hill')}/wines/1`, 'Alcohol abuse is dangerous'],
  ] as const;

  for (const [address, warning] of pages) {
    test(`${new URL(address).pathname} shows the health warning and has no axe violation`, async ({ page }) => {
      await visit(page, address);
      await expect(page.getByRole('main').getByText(warning)).toBeVisible();
      expect(await findAxeViolations(page, 'main')).toEqual([]);
    });
  }

  test('the list of juices shows no health warning', async ({ page }) => {
    await page.goto(`${shop()}/nos-produits/les-jus-de-raisin`);
    await expect(page.getByRole('main').getByText('L’abus d’alcool')).toHaveCount(0);
  });

  for (const width of [320, 360, 768, 1440]) {
    test(`pages that sell fit a window of ${width} px, from 768 px also with text at 200 %`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const address of [wines, `${shop()}/wines/cabernet-les-vieux-chenes/8`, `${shop()}/products/30`]) {
        await page.goto(address);
        const overflowPx = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(await overflowPx(), address).toBeLessThanOrEqual(0);
        if (width < 768) continue;
        await page.evaluate(() => {
          for (const sheet of document.styleSheets) sheet.insertRule('html { font-size: 200% }', 0);
        });
        expect(await overflowPx(), `${address} at 200 %`).toBeLessThanOrEqual(0);
      }
    });
  }
});

test('the entries of the search put the cursor into its field, also in a new document', async ({ page }) => {
  const field = page.getByRole('main').getByRole('searchbox');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, chenes, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Rechercher' }).click();
  await expect(field).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, chenes, '/');
  await page.getByRole('navigation', { name: 'Raccourcis' }).getByRole('link', { name: 'Rechercher' }).click();
  await expect(field).toBeFocused();
  await page.reload();
  await expect(field).toBeFocused();
});
