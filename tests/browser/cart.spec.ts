import type { Page } from '@playwright/test';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { buildShopUrl, expect, openPage, test } from '#tests/support/browser/shop-test.ts';
import { chenes, type TestHost, willow } from '#tests/support/fixtures/estates.ts';

const colombard = '/wines/colombard-l-estran/3';
const magnum = '/wines/cabernet-les-vieux-chenes/8/detail/118';
const half = '/wines/rose-aube/6/detail/110';
const box = '/products/coffret-decouverte/29';

const main = (page: Page) => page.getByRole('main');
const addButton = (page: Page) => main(page).getByRole('button', { name: 'Ajouter au panier', exact: true });
const quantity = (page: Page) => main(page).getByRole('textbox', { name: /^Quantit/ });
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^(Panier|Cart)/ });
const lines = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox') });

/** Opens a product page and adds the selected variant to the cart. */
async function addToCart(page: Page, host: TestHost, path: string, amount?: string): Promise<void> {
  await openPage(page, host, path);
  if (amount) await quantity(page).fill(amount);
  await main(page)
    .getByRole('button', { name: /^(Ajouter au panier|Add to cart)$/ })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: /^(Ajouté au panier|Added to your cart)/ })).toBeVisible();
}

/** Runs the code `change` on the `state` of the stored cart, as if prices and products had changed meanwhile. */
const changeStoredCart = (page: Page, change: string) =>
  page.evaluate((body) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('cuvee-cart-')) ?? '';
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}');
    new Function('state', body)(entry.state);
    localStorage.setItem(key, JSON.stringify(entry));
  }, change);

test('a double click on a single-variant wine in the list adds it once', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  const card = page.getByRole('article').filter({ hasText: 'Réserve de la famille' });
  await card.getByRole('button', { name: /^Ajouter au panier/ }).dblclick();
  await expect(page.getByRole('status').filter({ hasText: 'Ajouté au panier' })).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Panier (1 article)');
  await page.getByRole('link', { name: 'Voir le panier' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre panier');
  await expect(lines(page)).toHaveCount(1);
  await expect(quantity(page)).toHaveValue('1');
});

test('a wine with several formats opens a dialog to choose format and quantity', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  const card = page.getByRole('article').filter({ hasText: /Rosé «\sAube\s»/ });
  const opener = card.getByRole('button', { name: /^Choisir/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: /^Choisir/ });
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await dialog.getByRole('radio', { name: /37,5\scl/ }).check();
  await expect(dialog.getByRole('textbox')).toHaveValue('6');
  await dialog.getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue('12');
  await dialog.getByRole('radio', { name: /1,5\sl/ }).check();
  await dialog.getByRole('textbox').fill('2');
  await dialog.getByRole('button', { name: 'Ajouter au panier' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(cartLink(page)).toHaveAccessibleName('Panier (2 articles)');
});

test('quantities follow the step of the variant, and a box is added like a bottle', async ({ page }) => {
  await openPage(page, chenes, half);
  await expect(main(page).getByText(/^Vendu par 6, soit 27,60\s€/)).toBeVisible();
  await quantity(page).fill('7');
  await quantity(page).press('Enter');
  await expect(quantity(page)).toHaveValue('12');
  await main(page).getByRole('button', { name: 'Diminuer la quantité' }).click();
  await expect(quantity(page)).toHaveValue('6');
  await addButton(page).first().click();
  await expect(cartLink(page)).toHaveAccessibleName('Panier (6 articles)');
  await addToCart(page, chenes, box, '2');
  await expect(cartLink(page)).toHaveAccessibleName('Panier (8 articles)');
  await page.goto(buildShopUrl(chenes, '/cart'));
  await expect(lines(page)).toHaveCount(2);
  // Six half bottles count as three bottles, and two boxes of three bottles as six.
  await expect(main(page).getByText('Sous-total (9 bouteilles)')).toBeVisible();
});

test('limits the quantity to the stock minus the cart and shows the reason', async ({ page }) => {
  await openPage(page, chenes, magnum);
  await quantity(page).fill('9');
  await quantity(page).press('Enter');
  await expect(quantity(page)).toHaveValue('3');
  await expect(main(page).getByText('Il n’en reste que 3.')).toBeVisible();
  await quantity(page).fill('2');
  await addButton(page).first().click();
  await expect(main(page).getByText('2 déjà dans votre panier.')).toBeVisible();
  await expect(quantity(page)).toHaveValue('1');
  await main(page).getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(main(page).getByText('Il en reste 3, dont 2 déjà dans votre panier.')).toBeVisible();
  await expect(addButton(page).first()).toBeVisible();
  await addButton(page).first().click();
  await expect(main(page).getByText('Tout ce qu’il en reste est déjà dans votre panier.')).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: /Vieux Chênes/ })).toHaveCount(0);
});

test('a sold-out product has no quantity field and no button', async ({ page }) => {
  await openPage(page, chenes, '/wines/gamay-la-treille/11');
  await expect(main(page).getByText('Il n’y en a plus pour le moment.')).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: /^Quantit/ })).toHaveCount(0);
  await openPage(page, chenes, chenes.lists.wines);
  await expect(page.getByRole('article').filter({ hasText: 'La Treille' }).getByRole('button')).toHaveCount(0);
});

test('the cart totals follow changed quantities, removed and restored lines, and a discount code', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^status 422: .*\/order\/discount$/);
  await addToCart(page, chenes, colombard);
  await addToCart(page, chenes, '/wines/cabernet-les-vieux-chenes/8', '2');
  await page.goto(buildShopUrl(chenes, '/cart'));
  const sums = main(page).locator('dl').first();
  await expect(lines(page)).toHaveCount(2);
  // The expected total is 6 × €7.20 + 2 × €11.50.
  await expect(sums).toContainText(/66,20\s€/);
  await expect(main(page).getByText(/9,60\s€ le litre/)).toBeVisible();
  await expect(main(page).getByText(/^Plus que 4 bouteilles, ou 83,80\s€, pour la livraison offerte\.$/)).toBeVisible();

  const cabernet = lines(page).filter({ hasText: 'Vieux Chênes' });
  await cabernet.getByRole('textbox').fill('6');
  await cabernet.getByRole('textbox').press('Enter');
  await expect(sums).toContainText(/112,20\s€/);
  await expect(main(page).getByText('La livraison vous est offerte.')).toBeVisible();

  await cabernet.getByRole('button', { name: /^Retirer/ }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).getByRole('button', { name: /^Retirer/ }), 'focus after removal').toBeFocused();
  await page.getByRole('button', { name: 'Remettre' }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(sums).toContainText(/112,20\s€/);

  await main(page).getByRole('textbox', { name: /^Code/ }).fill('RIEN');
  await main(page).getByRole('button', { name: 'Appliquer' }).click();
  await expect(main(page).getByText('Nous ne connaissons pas ce code.')).toBeVisible();
  await main(page).getByRole('textbox', { name: /^Code/ }).fill('bienvenue10');
  await main(page).getByRole('button', { name: 'Appliquer' }).click();
  await expect(sums).toContainText(/−\s11,22\s€/);
  await expect(sums).toContainText(/100,98\s€/);
  await cabernet.getByRole('textbox').fill('0');
  await cabernet.getByRole('textbox').press('Enter');
  await expect(sums, 'discount after the change').toContainText(/−\s4,32\s€/);
  await main(page)
    .getByRole('button', { name: /^Retirer/ })
    .last()
    .click();
  await expect(sums).not.toContainText('−');
});

test('an empty cart links to the wines, and a small cart shows the minimum for shipping', async ({ page }) => {
  await openPage(page, chenes, '/cart');
  await main(page).getByRole('link', { name: 'Voir nos vins' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, chenes.lists.wines));
  await addToCart(page, chenes, '/wines/cabernet-les-vieux-chenes/8', '2');
  await page.goto(buildShopUrl(chenes, '/cart'));
  await expect(main(page).getByText('Nous expédions à partir de 3 bouteilles.')).toBeVisible();
  await lines(page).getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(main(page).getByText('Nous expédions à partir de 3 bouteilles.')).toBeHidden();
});

test('the cart survives a reload and is synchronised between tabs', async ({ page, context }) => {
  await addToCart(page, chenes, colombard);
  await page.reload();
  await expect(cartLink(page)).toHaveAccessibleName('Panier (6 articles)');
  const other = await context.newPage();
  await openPage(other, chenes, '/cart');
  await expect(lines(other)).toHaveCount(1);
  await lines(other).getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Panier (12 articles)');
  await addToCart(page, chenes, box);
  await expect(lines(other)).toHaveCount(2);
  await expect(cartLink(other)).toHaveAccessibleName('Panier (13 articles)');
});

test('each estate has its own cart', async ({ page }) => {
  await addToCart(page, chenes, colombard);
  await openPage(page, willow, '/cart');
  await expect(main(page).getByText('Your cart is still empty.')).toBeVisible();
});

for (const damage of [
  '{"state":',
  '[]',
  '{"state":{"products":[{"id":1}]},"version":2}',
  '{"state":{},"version":99}',
]) {
  test(`the stored cart ${damage} is discarded`, async ({ page }) => {
    await page.addInitScript((text) => {
      if (sessionStorage.getItem('damaged')) return;
      sessionStorage.setItem('damaged', 'yes');
      localStorage.setItem('cuvee-cart-40', text);
    }, damage);
    await openPage(page, chenes, '/cart');
    await expect(main(page).getByText('Votre panier est encore vide.')).toBeVisible();
    await addToCart(page, chenes, colombard);
    await page.goto(buildShopUrl(chenes, '/cart'));
    await expect(lines(page)).toHaveCount(1);
  });
}

test('an old cart shows changed prices and removed products', async ({ page }) => {
  await addToCart(page, chenes, colombard);
  await addToCart(page, chenes, box);
  await changeStoredCart(
    page,
    'state.products[0].product.declination[0].price = 5; state.products[1].product.id = 9999; state.products[1].product.name = "Vieux coffret";',
  );
  await openPage(page, chenes, '/cart');
  const notices = main(page).getByRole('status');
  await expect(notices.filter({ hasText: 'Vieux coffret n’est plus vendu' })).toBeVisible();
  await expect(notices.filter({ hasText: /7,20\s€ au lieu de 5,00\s€/ })).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(main(page).locator('dl').first()).toContainText(/43,20\s€/);
});

test('a line beyond the stock shows the reason and can be corrected before ordering', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 409: .*\/order\/validate$/);
  await addToCart(page, chenes, magnum);
  await changeStoredCart(page, 'state.products[0].quantity = 50;');
  await openPage(page, chenes, '/cart');
  await expect(lines(page).getByText('Il n’en reste que 3.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Commander' }).click();
  await expect(main(page).getByRole('alert').filter({ hasText: 'Il ne reste pas assez' })).toBeVisible();
  await lines(page).getByRole('button', { name: 'En prendre 3' }).click();
  await expect(quantity(page).first()).toHaveValue('3');
  await main(page).getByRole('button', { name: 'Commander' }).click();
  await expect(page).toHaveURL(buildShopUrl(chenes, '/checkout'));
});

test('adding to the cart fails with a message when the API does not respond', async ({ page, pageErrors }) => {
  pageErrors.allow(/\/api\/product\?/);
  await openPage(page, chenes, colombard);
  await page.route('**/api/product?*', (route) => route.abort());
  await addButton(page).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'L’ajout au panier n’a pas abouti.' })).toBeVisible();
  await page.unroute('**/api/product?*');
  await expect(async () => {
    await addButton(page).first().click();
    await expect(cartLink(page)).toHaveAccessibleName('Panier (6 articles)', { timeout: 1_000 });
  }).toPass();
});

test('a keyboard user adds a wine, opens the cart preview and starts the checkout', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPage(page, chenes, '/wines/cabernet-les-vieux-chenes/8');
  await quantity(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(quantity(page)).toHaveValue('3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(addButton(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cartLink(page)).toHaveAccessibleName('Panier (3 articles)');

  await cartLink(page).focus();
  await page.keyboard.press('Tab');
  const toggle = page.getByRole('button', { name: 'Voir ce qu’il y a dans le panier' });
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const order = page.getByRole('banner').getByRole('link', { name: 'Commander' });
  await expect(order).toBeVisible();
  expect(await findAxeViolations(page), 'cart preview').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(order).toBeHidden();
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('banner').getByRole('link', { name: 'Voir le panier' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(buildShopUrl(chenes, '/cart'));
  await main(page).getByRole('button', { name: 'Commander' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(buildShopUrl(chenes, '/checkout'));
});

test('hovering over the cart link shows the lines of the cart and the distance to free shipping', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await addToCart(page, willow, '/wines/pecharmant/1', '2');
  await cartLink(page).hover();
  const banner = page.getByRole('banner');
  await expect(banner.getByText('16 more bottles and delivery is free.')).toBeVisible();
  await expect(banner.getByText(/Pécharmant/)).toBeVisible();
  await page.mouse.move(100, 700);
  await expect(banner.getByText('16 more bottles and delivery is free.')).toBeHidden();
});

const fitsViewport = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test.describe('on a narrow touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  for (const [host, list, single, dialogName] of [
    [chenes, chenes.lists.wines, 'Colombard', /^Choisir/],
    [willow, willow.lists.wines, 'Willow Block', /^Choose/],
  ] as const) {
    test(`a visitor of ${host.estate} fills the cart by touch`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPage(page, host, list);
      await page.getByRole('article').filter({ hasText: single }).getByRole('button').tap();
      await expect(
        page.getByRole('status').filter({ hasText: /^(Ajouté au panier|Added to your cart)/ }),
      ).toBeVisible();
      await page.getByRole('button', { name: dialogName }).first().tap();
      const dialog = page.getByRole('dialog', { name: dialogName });
      await expect(dialog.getByRole('radio').first()).toBeVisible();
      expect(await findAxeViolations(page), 'variant dialog').toEqual([]);
      expect(await fitsViewport(page)).toBe(true);
      await dialog.getByRole('button', { name: /^(Ajouter au panier|Add to cart)$/ }).tap();
      await expect(dialog).toBeHidden();

      await page
        .getByRole('navigation', { name: /^(Raccourcis|Shortcuts)$/ })
        .getByRole('link', { name: /^(Panier|Cart)/ })
        .tap();
      await expect(lines(page)).toHaveCount(2);
      await lines(page)
        .first()
        .getByRole('button', { name: /^(Augmenter|Increase)/ })
        .tap();
      expect(await fitsViewport(page)).toBe(true);
      expect(await findAxeViolations(page), 'cart').toEqual([]);
      const small = await main(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.filter((button) => button.getBoundingClientRect().height < 43.5).map((button) => button.textContent),
        );
      expect(small).toEqual([]);
    });
  }
});

test('a phone shows a stored cart without moving anything', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await addToCart(page, chenes, colombard, '6');
  for (let count = 0; count < 3; count++) {
    await page.goto(buildShopUrl(chenes, '/cart'));
    await expect(lines(page)).toHaveCount(1);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 1_000);
        }),
    );
    expect(shift).toBeLessThan(0.01);
  }
});
