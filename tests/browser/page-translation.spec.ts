import type { Page } from '@playwright/test';
import { createRandomEmail, test } from '#tests/support/browser/shop-fixtures.ts';
import { expect, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

/**
 * Replaces text nodes by nested `<font>` elements as the page translation of Chrome does, also those that are added
 * later.
 */
const translatePage = (page: Page) =>
  page.evaluate(() => {
    const wrap = (text: Text) => {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest('font, script, style, textarea, title')) return;
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
