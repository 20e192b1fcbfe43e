import { buildShopUrl, expect, openPage, test } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

const cartName = /^Panier \((\d+) article/;

test('an addition to the cart survives leaving the page before the product has been loaded', async ({ page }) => {
  await openPage(page, chenes, '/wines/colombard-l-estran/3');
  const unanswered = () => {};
  await page.route('**/api/product?*', unanswered);
  await page.getByRole('main').getByRole('button', { name: 'Ajouter au panier', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Ajouter au panier', exact: true }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.unroute('**/api/product?*', unanswered);
  // The toast is shown for 3 s, which a busy machine may miss, so that all announcements of the page are recorded.
  await page.addInitScript(() => {
    const announced = new Set<string>();
    Object.assign(window, { announced });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=status]')) announced.add(textContent ?? '');
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.goto(buildShopUrl(chenes, '/cart'));
  const announcements = () => page.evaluate(() => [...(window as unknown as { announced: Set<string> }).announced]);
  await expect.poll(announcements).toContainEqual(expect.stringMatching(/^Ajouté au panier/));
  await expect(page.getByRole('banner').getByRole('link', { name: cartName })).toHaveAccessibleName(
    'Panier (6 articles)',
  );
  await expect(page.getByRole('main').getByRole('textbox', { name: /Estran/ })).toHaveValue('6');
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: cartName })).toHaveAccessibleName(
    'Panier (6 articles)',
  );
});

test('an addition from a list survives leaving the page before its code has been loaded', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  const chunk = /\/assets\/add-from-card-[^/]*\.js$/;
  await page.route(chunk, () => {});
  const card = page.getByRole('article').filter({ hasText: 'Réserve de la famille' });
  await card.getByRole('button', { name: /^Ajouter au panier/ }).click();
  await expect(card.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await page.unroute(chunk);
  await page.goto(buildShopUrl(chenes, '/contact'));
  await expect(page.getByRole('banner').getByRole('link', { name: cartName })).toHaveAccessibleName(
    'Panier (1 article)',
  );
});

test('buttons that add to the cart are disabled until the page reacts to them', async ({ page }) => {
  await page.route(/\/assets\/entry[^/]*\.js$/, () => {});
  for (const path of ['/wines/colombard-l-estran/3', chenes.lists.wines]) {
    await page.goto(buildShopUrl(chenes, path), { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: /^Ajouter au panier/ }).first()).toBeDisabled();
  }
});
