import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, openPage, test, urlOf } from '#tests/support/browser/shop-test.ts';
import { chenes, type Host, willow } from '#tests/support/fixtures/estates.ts';

// Longer than other files on purpose: one journey through the cart after another.

const colombard = '/wines/colombard-l-estran/3';
const magnum = '/wines/cabernet-les-vieux-chenes/8/detail/118';
const half = '/wines/rose-aube/6/detail/110';
const box = '/products/coffret-decouverte/29';

const main = (page: Page) => page.getByRole('main');
const add = (page: Page) => main(page).getByRole('button', { name: 'Ajouter au panier', exact: true });
const quantity = (page: Page) => main(page).getByRole('textbox', { name: /^Quantit/ });
const sign = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^(Panier|Cart)/ });
const lines = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox') });

/** Opens a page of a product and adds what it shows. */
async function buy(page: Page, host: Host, path: string, wanted?: string): Promise<void> {
  await openPage(page, host, path);
  if (wanted) await quantity(page).fill(wanted);
  await main(page)
    .getByRole('button', { name: /^(Ajouter au panier|Add to cart)$/ })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: /^(Ajouté au panier|Added to your cart)/ })).toBeVisible();
}

/** What the browser remembers of the cart, to be changed as only time and other people do. */
const changeMemory = (page: Page, change: string) =>
  page.evaluate((body) => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('cuvee-cart-')) ?? '';
    const memory = JSON.parse(localStorage.getItem(name) ?? '{}');
    new Function('state', body)(memory.state);
    localStorage.setItem(name, JSON.stringify(memory));
  }, change);

const findings = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );

test('a wine of one kind goes into the cart from the list, once however fast one clicks', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  const card = page.getByRole('article').filter({ hasText: 'Réserve de la famille' });
  await card.getByRole('button', { name: /^Ajouter au panier/ }).dblclick();
  await expect(page.getByRole('status').filter({ hasText: 'Ajouté au panier' })).toBeVisible();
  await expect(sign(page)).toHaveAccessibleName('Panier (1 article)');
  await page.getByRole('link', { name: 'Voir le panier' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre panier');
  await expect(lines(page)).toHaveCount(1);
  await expect(quantity(page)).toHaveValue('1');
});

test('a wine of several formats asks which, with prices and quantities', async ({ page }) => {
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
  await expect(sign(page)).toHaveAccessibleName('Panier (2 articles)');
});

test('what is sold by six counts by six, and a box is bought like a bottle', async ({ page }) => {
  await openPage(page, chenes, half);
  await expect(main(page).getByText('Vendu par 6')).toBeVisible();
  await quantity(page).fill('7');
  await quantity(page).press('Enter');
  await expect(quantity(page)).toHaveValue('12');
  await main(page).getByRole('button', { name: 'Diminuer la quantité' }).click();
  await expect(quantity(page)).toHaveValue('6');
  await add(page).first().click();
  await expect(sign(page)).toHaveAccessibleName('Panier (6 articles)');
  await buy(page, chenes, box, '2');
  await expect(sign(page)).toHaveAccessibleName('Panier (8 articles)');
  await page.goto(urlOf(chenes, '/cart'));
  await expect(lines(page)).toHaveCount(2);
  // Six halves are three bottles, two boxes of three are six.
  await expect(main(page).getByText('Sous-total (9 bouteilles)')).toBeVisible();
});

test('nobody can want more than there is, and the page says so where it is wanted', async ({ page }) => {
  await openPage(page, chenes, magnum);
  await quantity(page).fill('9');
  await quantity(page).press('Enter');
  await expect(quantity(page)).toHaveValue('3');
  await expect(main(page).getByText('Il n’en reste que 3.')).toBeVisible();
  await quantity(page).fill('2');
  await add(page).first().click();
  await expect(main(page).getByText('2 déjà dans votre panier.')).toBeVisible();
  await expect(quantity(page)).toHaveValue('1');
  await main(page).getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(main(page).getByText('Il en reste 3, dont 2 déjà dans votre panier.')).toBeVisible();
  await expect(add(page).first()).toBeVisible();
  await add(page).first().click();
  await expect(main(page).getByText('Tout ce qu’il en reste est déjà dans votre panier.')).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: /Vieux Chênes/ })).toHaveCount(0);
});

test('what is sold out has no button, and a way to ask', async ({ page }) => {
  await openPage(page, chenes, '/wines/gamay-la-treille/11');
  await expect(main(page).getByText('Il n’y en a plus pour le moment.')).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: /^Quantit/ })).toHaveCount(0);
  await openPage(page, chenes, chenes.lists.wines);
  await expect(page.getByRole('article').filter({ hasText: 'La Treille' }).getByRole('button')).toHaveCount(0);
});

test('the cart counts, removes, puts back, and takes a code', async ({ page, pageErrors }) => {
  pageErrors.allow(/^status 422: .*\/order\/discount$/);
  await buy(page, chenes, colombard);
  await buy(page, chenes, '/wines/cabernet-les-vieux-chenes/8', '2');
  await page.goto(urlOf(chenes, '/cart'));
  const sums = main(page).locator('dl').first();
  await expect(lines(page)).toHaveCount(2);
  // Six at 7,20 and two at 11,50.
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
  await expect(lines(page).getByRole('button', { name: /^Retirer/ }), 'the focus goes on').toBeFocused();
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
  await expect(sums, 'the code follows the cart').toContainText(/−\s4,32\s€/);
  await main(page)
    .getByRole('button', { name: /^Retirer/ })
    .last()
    .click();
  await expect(sums).not.toContainText('−');
});

test('an empty cart leads to the wines, and says early what can be shipped', async ({ page }) => {
  await openPage(page, chenes, '/cart');
  await main(page).getByRole('link', { name: 'Voir nos vins' }).click();
  await expect(page).toHaveURL(urlOf(chenes, chenes.lists.wines));
  await buy(page, chenes, '/wines/cabernet-les-vieux-chenes/8', '2');
  await page.goto(urlOf(chenes, '/cart'));
  await expect(main(page).getByText('Nous expédions à partir de 3 bouteilles.')).toBeVisible();
  await lines(page).getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(main(page).getByText('Nous expédions à partir de 3 bouteilles.')).toBeHidden();
});

test('the cart outlives the page, and every tab has the same', async ({ page, context }) => {
  await buy(page, chenes, colombard);
  await page.reload();
  await expect(sign(page)).toHaveAccessibleName('Panier (6 articles)');
  const other = await context.newPage();
  await openPage(other, chenes, '/cart');
  await expect(lines(other)).toHaveCount(1);
  await lines(other).getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(sign(page)).toHaveAccessibleName('Panier (12 articles)');
  await buy(page, chenes, box);
  await expect(lines(other)).toHaveCount(2);
  await expect(sign(other)).toHaveAccessibleName('Panier (13 articles)');
});

test('the cart of one estate is not the other’s', async ({ page }) => {
  await buy(page, chenes, colombard);
  await openPage(page, willow, '/cart');
  await expect(main(page).getByText('Your cart is still empty.')).toBeVisible();
});

for (const damage of [
  '{"state":',
  '[]',
  '{"state":{"products":[{"id":1}]},"version":1}',
  '{"state":{},"version":99}',
]) {
  test(`a memory that says ${damage} is survived`, async ({ page }) => {
    await page.addInitScript((text) => {
      if (sessionStorage.getItem('damaged')) return;
      sessionStorage.setItem('damaged', 'yes');
      localStorage.setItem('cuvee-cart-40', text);
    }, damage);
    await openPage(page, chenes, '/cart');
    await expect(main(page).getByText('Votre panier est encore vide.')).toBeVisible();
    await buy(page, chenes, colombard);
    await page.goto(urlOf(chenes, '/cart'));
    await expect(lines(page)).toHaveCount(1);
  });
}

test('a cart that was filled long ago learns what has changed since', async ({ page }) => {
  await buy(page, chenes, colombard);
  await buy(page, chenes, box);
  await changeMemory(
    page,
    'state.products[0].product.declination[0].price = 5; state.products[1].product.id = 9999; state.products[1].product.name = "Vieux coffret";',
  );
  await openPage(page, chenes, '/cart');
  const said = main(page).getByRole('status');
  await expect(said.filter({ hasText: 'Vieux coffret n’est plus vendu' })).toBeVisible();
  await expect(said.filter({ hasText: /7,20\s€ au lieu de 5,00\s€/ })).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(main(page).locator('dl').first()).toContainText(/43,20\s€/);
});

test('what cannot be ordered as it is says why at its line, and can be ordered once it is mended', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^status 409: .*\/order\/validate$/);
  await buy(page, chenes, magnum);
  await changeMemory(page, 'state.products[0].quantity = 50;');
  await openPage(page, chenes, '/cart');
  await expect(lines(page).getByText('Il n’en reste que 3.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Commander' }).click();
  await expect(main(page).getByRole('alert').filter({ hasText: 'Il ne reste pas assez' })).toBeVisible();
  await lines(page).getByRole('button', { name: 'En prendre 3' }).click();
  await expect(quantity(page).first()).toHaveValue('3');
  await main(page).getByRole('button', { name: 'Commander' }).click();
  await expect(page).toHaveURL(urlOf(chenes, '/checkout'));
});

test('a shop that does not answer takes nothing, and says so', async ({ page, pageErrors }) => {
  pageErrors.allow(/\/api\/product\?/);
  await openPage(page, chenes, colombard);
  await page.route('**/api/product?*', (route) => route.abort());
  await add(page).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'L’ajout au panier n’a pas abouti.' })).toBeVisible();
  await page.unroute('**/api/product?*');
  await expect(async () => {
    await add(page).first().click();
    await expect(sign(page)).toHaveAccessibleName('Panier (6 articles)', { timeout: 1_000 });
  }).toPass();
});

test('by keyboard alone: choose, add, look at the cart from the header, order', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPage(page, chenes, '/wines/cabernet-les-vieux-chenes/8');
  await quantity(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(quantity(page)).toHaveValue('3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(add(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sign(page)).toHaveAccessibleName('Panier (3 articles)');

  await sign(page).focus();
  await page.keyboard.press('Tab');
  const toggle = page.getByRole('button', { name: 'Voir ce qu’il y a dans le panier' });
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const order = page.getByRole('banner').getByRole('link', { name: 'Commander' });
  await expect(order).toBeVisible();
  expect(await findings(page), 'the preview').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(order).toBeHidden();
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('banner').getByRole('link', { name: 'Voir le panier' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(urlOf(chenes, '/cart'));
  await main(page).getByRole('button', { name: 'Commander' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(urlOf(chenes, '/checkout'));
});

test('pointing at the cart shows what is in it, and how far it is to free shipping', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await buy(page, willow, '/wines/pecharmant/1', '2');
  await sign(page).hover();
  const banner = page.getByRole('banner');
  await expect(banner.getByText('16 more bottles and delivery is free.')).toBeVisible();
  await expect(banner.getByText(/Pécharmant/)).toBeVisible();
  await page.mouse.move(100, 700);
  await expect(banner.getByText('16 more bottles and delivery is free.')).toBeHidden();
});

const hasNoOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test.describe('on a narrow touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  for (const [host, list, single, dialogName] of [
    [chenes, chenes.lists.wines, 'Colombard', /^Choisir/],
    [willow, willow.lists.wines, 'Willow Block', /^Choose/],
  ] as const) {
    test(`${host.estate}: add, choose, count and order with a thumb`, async ({ page }) => {
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
      expect(await findings(page), 'the chooser').toEqual([]);
      expect(await hasNoOverflow(page)).toBe(true);
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
      expect(await hasNoOverflow(page)).toBe(true);
      expect(await findings(page), 'the cart').toEqual([]);
      const small = await main(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.filter((button) => button.getBoundingClientRect().height < 43.5).map((button) => button.textContent),
        );
      expect(small).toEqual([]);
    });
  }
});
