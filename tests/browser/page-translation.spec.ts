import type { Page } from '@playwright/test';
import { createRandomEmail, setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';
import { billingAddress } from '#tests/support/fixtures/seed-order.ts';

/**
 * Replaces text nodes by nested `<font>` elements as the page translation of Chrome does, also those that are added
 * later.
 */
const translatePage = (page: Page) =>
  page.evaluate(() => {
    const wrap = (text: Text) => {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest('font, script, style, textarea, title, [translate="no"]'))
        return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) wrap(text);
    };
    wrapAll(document.body);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!node.isConnected) continue;
        if (node instanceof Text) wrap(node);
        else if (node.nodeName !== 'FONT') wrapAll(node);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

const main = (page: Page) => page.getByRole('main');
const added = (page: Page) => page.getByRole('status').filter({ hasText: /^Ajouté au panier/ });
const expectNoCrash = async (page: Page) => {
  await expect(page.getByText('Erreur', { exact: true })).toBeHidden();
  await expect(page.getByText('ne peut plus s’afficher')).toBeHidden();
};

test('a translated product page adds to the cart and says so', async ({ page }) => {
  await openPage(page, chenes, '/wines/colombard-l-estran/3');
  await translatePage(page);
  await main(page).getByRole('button', { name: 'Ajouter au panier', exact: true }).click();
  await expect(main(page).getByRole('button', { name: /^Ajouté/ })).toBeVisible();
  await expect(added(page)).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Ajouter au panier', exact: true })).toBeVisible();
  await expectNoCrash(page);
});

test('a translated list adds a wine, and one whose vintage or format is chosen in a dialog', async ({ page }) => {
  await openPage(page, chenes, chenes.lists.wines);
  await translatePage(page);
  const card = (name: string | RegExp) => main(page).getByRole('article').filter({ hasText: name });
  await card('Réserve de la famille').getByRole('button').click();
  await expect(added(page)).toBeVisible();
  await card(/Rosé «\sAube\s»/)
    .getByRole('button', { name: /^Choisir/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Choisir/ });
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: /Ajouter/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Panier \(7/ })).toBeVisible();
  await expectNoCrash(page);
});

test('a translated cart and checkout stay usable', async ({ page }) => {
  await openPage(page, chenes, '/wines/colombard-l-estran/3');
  await main(page)
    .getByRole('textbox', { name: /^Quantit/ })
    .fill('6');
  await main(page).getByRole('button', { name: 'Ajouter au panier', exact: true }).click();
  await expect(added(page)).toBeVisible();
  await openPage(page, chenes, '/cart');
  await translatePage(page);
  const total = main(page)
    .locator('li')
    .filter({ has: page.getByRole('textbox') })
    .locator('p')
    .last();
  const before = await total.textContent();
  await main(page)
    .getByRole('button', { name: /^(Ajouter|Augmenter|Plus)/ })
    .first()
    .click();
  await expect(total).not.toHaveText(before ?? '');
  await expectNoCrash(page);

  await openPage(page, chenes, '/checkout');
  await translatePage(page);
  await main(page)
    .getByRole('radio', { name: /^Commander sans compte/ })
    .check();
  await main(page).getByRole('textbox', { name: 'Adresse électronique' }).fill(createRandomEmail());
  await main(page)
    .getByRole('button', { name: /^Commander avec obligation/ })
    .click();
  await expect(main(page).getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await main(page)
    .getByRole('radio', { name: /^Retrait au domaine/ })
    .check();
  await main(page)
    .getByRole('radio', { name: /^Livraison/ })
    .first()
    .check();
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoCrash(page);
});

test('the translated panel opens, saves and leaves a product, and changes an order', async ({ page, shop }) => {
  test.setTimeout(180_000);
  const staff = await shop.createCustomer(chenes, { role: 'ADMIN' });
  const lastname = `Loutre ${staff.id}`;
  await shop.insertOrder(await shop.createCustomer(chenes), {
    order: { state: 'PAID', billingAddress: { ...billingAddress, lastname } },
  });
  const heading = page.getByRole('heading', { level: 1 });
  const button = (name: string | RegExp) => main(page).getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('navigation', { name: 'Menu' });

  await page.goto(buildShopUrl(chenes, '/admin'));
  await page.waitForURL(/\/auth\?return=/);
  await waitForHydration(page);
  await translatePage(page);
  await main(page).getByLabel('Adresse électronique').first().fill(staff.email);
  await main(page).locator('input[autocomplete="current-password"]').fill(staff.password);
  await button('Se connecter').click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(heading).toHaveText('Aujourd’hui');
  await translatePage(page);

  await menu.getByRole('button', { name: 'Catalogue' }).click();
  await menu.getByRole('link', { name: 'Produits', exact: true }).click();
  await expect(heading).toHaveText('Produits');
  await main(page).getByRole('row').filter({ hasText: 'Colombard' }).first().click();
  await expect(heading).toHaveText(/^Colombard/);
  const kind = page.getByRole('combobox', { name: 'Catégorie' });
  await kind.click();
  await page.getByRole('option', { name: 'Vin rouge' }).click();
  await expect(kind).toHaveText('Vin rouge');
  await kind.click();
  await page.getByRole('option', { name: 'Vin blanc' }).click();
  await expect(kind).toHaveText('Vin blanc');
  const reference = page.getByRole('textbox', { name: 'Référence générale' });
  await page.getByRole('tab', { name: 'En boutique' }).click();
  await reference.fill(`T-${staff.id}`);
  await button('Enregistrer').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Élément mis à jour' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(heading).toHaveText('Produits');
  await expect(main(page).getByRole('row').filter({ hasText: 'Colombard' }).first()).toBeVisible();

  await menu.getByRole('link', { name: 'Commandes', exact: true }).click();
  await expect(heading).toHaveText('Commandes');
  await main(page).getByRole('row').filter({ hasText: lastname }).click();
  await expect(heading).toHaveText(/^Commande/);
  await page.getByRole('textbox', { name: 'Nouvelle note' }).fill('Carton de six');
  await button('Ajouter la note').click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Carton de six');
  await button('Commencer la préparation').click();
  await dialog.getByRole('button', { name: 'Commencer la préparation' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('En préparation');
  await expectNoCrash(page);
});

test('the translated panel filters orders, and reports the faults of a new one', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  await shop.insertOrder(await shop.createCustomer(chenes), { order: { state: 'PAID' } });
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
  const heading = page.getByRole('heading', { level: 1 });
  const rows = main(page).getByRole('row');

  pageErrors.allow(/^status 400: .*\/api\/admin\/order$/);
  await page.goto(buildShopUrl(chenes, '/admin/product'));
  await expect(rows.nth(1)).toBeVisible();
  await translatePage(page);
  await rows.filter({ hasText: 'Merlot' }).first().click();
  await expect(heading).toHaveText(/^Merlot/);
  await expect(main(page).getByRole('button', { name: 'Enregistrer' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Commandes', exact: true }).click();
  await expect(heading).toHaveText('Commandes');
  await main(page).getByRole('button', { name: 'Ajouter un filtre' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Du', exact: true }).click();
  await page.getByLabel('Du', { exact: true }).fill('2099-01-01');
  await expect(main(page).getByText('Aucun', { exact: false }).first()).toBeVisible();

  await page.goto(buildShopUrl(chenes, '/admin/order/create'));
  const wine = page.getByRole('combobox', { name: 'Ajouter un vin' });
  await wine.waitFor();
  await translatePage(page);
  await wine.fill('Merlot');
  await page
    .getByRole('option', { name: /Merlot/ })
    .first()
    .click();
  await page.getByLabel(/^Quantité/).fill('6');
  await main(page)
    .getByRole('button', { name: /^Passer la commande/ })
    .click();
  await expect(main(page).getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Passer la commande/ })).toBeEnabled();
  await expectNoCrash(page);
});
