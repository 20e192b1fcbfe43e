import type { Page } from '@playwright/test';
import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import { describeFocusRingVisibility, tabTo } from '#tests/support/browser/keyboard.ts';
import { describeHorizontalOverflow } from '#tests/support/browser/page-checks.ts';
import {
  createRandomEmail,
  findLinkPath,
  getSiteIdOfHost,
  test,
  waitForMail,
} from '#tests/support/browser/shop-fixtures.ts';
import { expect, openPage, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, normalizeSpaces, type TestHost, willow, willowInFrench } from '#tests/support/fixtures/estates.ts';

const password = 'une colline sous la pluie';

/** Waits for a navigation to the path, with or without a new document. */
async function waitForPage(page: Page, path: string | RegExp): Promise<void> {
  await page.waitForURL(path);
  await waitForHydration(page);
}

/** Checks the confirmation mail to the customer and the notification to the estate. */
async function expectOrderMails(
  host: TestHost,
  { email, number, total }: { email: string; number: string; total: string },
) {
  const isFrench = host.lang === 'fr-FR';
  const mail = await waitForMail(email, new RegExp(number));
  expect(mail.from).toContain(host.estate);
  const warning = isFrench
    ? 'L’abus d’alcool est dangereux pour la santé'
    : 'Alcohol abuse is dangerous for your health';
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain(number);
    expect(body).toContain(warning);
    expect(normalizeSpaces(body)).toContain(total);
  }
  expect(mail.html).toMatch(new RegExp(`<html[^>]* lang="${isFrench ? 'fr' : 'en'}`));
  const terms = mail.attachments.find(({ type }) => type === 'application/pdf');
  expect(terms?.filename).toMatch(isFrench ? /^conditions/ : /^terms/);
  expect(terms?.content.subarray(0, 5).toString()).toBe('%PDF-');
  const estate = getSiteIdOfHost(host) === 40 ? 'bonjour@domaine-des-chenes.example' : 'hello@willow-hill.example';
  const notice = await waitForMail(estate, new RegExp(number));
  // The notification is in the language of the estate, not in that of the customer.
  expect(normalizeSpaces(notice.subject)).toContain(getSiteIdOfHost(host) === 40 ? total : '€129.50');
  expect(notice.replyTo).toBe(email);
}

test.describe('on a narrow touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a new customer registers, orders with a discount code and fills the cart again', async ({ page }) => {
    test.setTimeout(180_000);
    const email = createRandomEmail();
    const checkout = createCheckoutPageObject(page, chenes);
    const { labels, main, textbox } = checkout;
    await openPage(page, chenes, '/wines/chardonnay-les-terrasses/1');
    await main.getByRole('textbox', { name: /^Quantité/ }).fill('6');
    await main.getByRole('button', { name: labels.addToCart, exact: true }).first().tap();
    await main.getByRole('link', { name: labels.viewCart }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre panier');
    await main.getByRole('button', { name: labels.checkOut, exact: true }).tap();
    await waitForPage(page, '**/checkout');

    const summary = main.locator('details').filter({ hasText: 'Récapitulatif' });
    await expect(summary).toContainText('53,40');
    await summary.locator('summary').tap();
    await expect(summary.getByText('Les Terrasses')).toBeVisible();
    await summary.locator('summary').tap();

    await main.getByText(labels.newCustomer).tap();
    await textbox(labels.firstname).first().fill('Solène');
    await textbox(labels.lastname).first().fill('Marchadier');
    await textbox(labels.email).fill(email);
    await main.locator('input[autocomplete="new-password"]').fill(password);
    await main.locator('input[autocomplete="bday"]').fill('1987-03-09');
    await main.getByText(labels.privacyNotice).tap({ position: { x: 5, y: 5 } });
    await expect(checkout.checkbox(labels.privacyNotice)).toBeChecked();
    await main.getByRole('button', { name: labels.createAccount }).tap();
    await expect(main.getByRole('heading', { name: labels.accountCreated })).toBeVisible();

    const mail = await waitForMail(email, /une dernière étape/);
    expect(mail.text).toContain('/auth/activate/');
    await openPage(page, chenes, findLinkPath(mail, /\/auth\/activate\//));
    await main.getByRole('button', { name: labels.activateAccount }).tap();
    await main.getByRole('link', { name: labels.logIn }).tap();
    await waitForPage(page, /\/auth\?return=/);
    await textbox(labels.email).first().fill(email);
    await main.locator('input[autocomplete="current-password"]').fill(password);
    await main.getByRole('button', { name: labels.logIn }).tap();
    await waitForPage(page, '**/checkout');
    await expect(main.getByText(email)).toBeVisible();
    await expect(textbox(labels.firstname)).toHaveValue('Solène');

    await checkout.postcode.fill('1610');
    await main.getByRole('option', { name: /16100\s*Cognac/ }).tap();
    await expect(checkout.city).toHaveValue('Cognac');
    await textbox(labels.street).fill('3 rue du Port');
    await main.getByText(labels.homeDelivery).tap();
    await textbox(labels.phone).fill('05 45 00 00 00');
    await main.getByText(labels.bankTransfer).tap();
    await textbox('Code promotionnel').fill('bienvenue10');
    await main.getByRole('button', { name: 'Appliquer' }).tap();
    await expect(main.getByText(/Le code BIENVENUE10 est appliqué/i)).toBeVisible();
    await checkout.confirmAgeAndTerms();
    await expect(main.getByText(/^Total TTC 61,96/)).toBeVisible();
    expect(await describeHorizontalOverflow(page)).toBe('');
    await checkout.orderButton.tap();
    const number = await checkout.waitForOrderNumber();
    await expect(main.getByText(email)).toBeVisible();
    await expect(main.getByText(/IBAN/).first()).toBeVisible();
    expect(await describeHorizontalOverflow(page)).toBe('');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Panier', exact: true })).toBeVisible();
    await expectOrderMails(chenes, { email, number, total: '61,96 €' });

    await main.getByRole('link', { name: 'Voir la commande dans mon compte' }).tap();
    await waitForPage(page, /\/account\/orders\/\d+$/);
    await expect(main.getByText(`Commande ${number}`)).toBeVisible();
    await expect(main.getByText(/en attente de paiement/).first()).toBeVisible();
    expect(await describeHorizontalOverflow(page)).toBe('');
    await main.getByRole('button', { name: 'Commander à nouveau' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre panier');
    await expect(main.getByRole('textbox', { name: /^Quantité/ })).toHaveValue('6');
    await openPage(page, chenes, '/account');
    await expect(main.getByRole('link', { name: new RegExp(number) })).toContainText('61,96');
  });
});

for (const host of [willow, willowInFrench]) {
  test(`a keyboard user registers at ${host.name} and places an order`, async ({ page }) => {
    test.setTimeout(240_000);
    const email = createRandomEmail();
    const checkout = createCheckoutPageObject(page, host);
    const { labels, main, textbox } = checkout;
    const { keyboard } = page;
    const focus = async (target: Parameters<typeof tabTo>[1], options?: Parameters<typeof tabTo>[2]) => {
      await tabTo(page, target, options);
      expect(await describeFocusRingVisibility(page)).toBe('visible');
    };
    const type = async (target: Parameters<typeof tabTo>[1], text: string) => {
      await focus(target);
      await keyboard.type(text);
    };

    await openPage(page, host, '/wines/pecharmant/1');
    await type(main.getByRole('textbox', { name: /^Quantit/ }), '6');
    await focus(main.getByRole('button', { name: labels.addToCart, exact: true }).first());
    await keyboard.press('Enter');
    const cartLink = page.getByRole('banner').getByRole('link', { name: /\(6 / });
    await expect(cartLink).toBeVisible();
    await focus(cartLink, { isBackwards: true });
    await keyboard.press('Enter');
    await page.waitForURL('**/cart');
    await focus(main.getByRole('button', { name: labels.checkOut, exact: true }));
    await keyboard.press('Enter');
    await waitForPage(page, '**/checkout');

    await focus(checkout.radio(labels.guest));
    await keyboard.press('ArrowDown');
    await expect(checkout.radio(labels.existingCustomer)).toBeChecked();
    await keyboard.press('ArrowDown');
    await expect(checkout.radio(labels.newCustomer)).toBeChecked();
    await type(textbox(labels.firstname).first(), 'Harriet');
    await type(textbox(labels.lastname).first(), 'Ashworth');
    await type(textbox(labels.email), email);
    await type(main.locator('input[autocomplete="new-password"]'), password);
    await type(main.locator('input[autocomplete="bday"]'), '05051985');
    await focus(checkout.checkbox(labels.privacyNotice));
    await keyboard.press('Space');
    await focus(main.getByRole('button', { name: labels.createAccount }));
    await keyboard.press('Enter');
    await expect(main.getByRole('heading', { name: labels.accountCreated })).toBeVisible();

    await openPage(page, host, findLinkPath(await waitForMail(email, /Willow Hill/), /\/auth\/activate\//));
    await focus(main.getByRole('button', { name: labels.activateAccount }));
    await keyboard.press('Enter');
    await focus(main.getByRole('link', { name: labels.logIn }));
    await keyboard.press('Enter');
    await waitForPage(page, /\/auth\?return=/);
    await type(textbox(labels.email).first(), email);
    await type(main.locator('input[autocomplete="current-password"]'), password);
    await keyboard.press('Enter');
    await waitForPage(page, '**/checkout');
    await expect(main.getByText(email)).toBeVisible();

    await type(checkout.postcode, '2410');
    await expect(main.getByRole('option', { name: /24100\s*Bergerac/ })).toBeVisible();
    const chosen = main.getByRole('listbox').getByRole('option', { selected: true });
    while (!(await chosen.allInnerTexts()).some((town) => /24100\s*Bergerac/.test(town)))
      await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(checkout.city).toHaveValue('Bergerac');
    await type(textbox(labels.street), '3 rue du Port');
    await expect(checkout.radio(labels.pickupPoint)).toBeVisible();
    await focus(checkout.radio(labels.pickupPoint));
    await keyboard.press('ArrowDown');
    await expect(checkout.radio(labels.homeDelivery)).toBeChecked();
    await type(textbox(labels.phone), '+33 5 53 00 00 00');
    await focus(checkout.radio(labels.bankTransfer));
    await keyboard.press('Space');
    // The order is not sent, and the first missing field receives the focus.
    await focus(checkout.orderButton);
    await keyboard.press('Enter');
    await expect(checkout.checkbox(labels.confirmAge)).toBeFocused();
    await keyboard.press('Space');
    await focus(checkout.checkbox(labels.acceptTerms));
    await keyboard.press('Space');
    await focus(checkout.orderButton);
    await keyboard.press('Enter');
    const number = await checkout.waitForOrderNumber();
    await expect(page.getByRole('main')).toBeFocused();
    await expectOrderMails(host, { email, number, total: host === willow ? '€129.50' : '129,50 €' });
    await focus(
      main.getByRole('link', { name: host === willow ? 'See the order in my account' : /^Voir la commande/ }),
    );
    await keyboard.press('Enter');
    await page.waitForURL(/\/account\/orders\/\d+$/);
    await expect(main.getByText(number).first()).toBeVisible();
  });
}
