import type { Page } from '@playwright/test';
import { checkoutPage } from '#tests/support/browser/checkout-page.ts';
import { htmlErrors } from '#tests/support/browser/html-errors.ts';
import { focusRingState } from '#tests/support/browser/keyboard.ts';
import { axeViolations, horizontalOverflow } from '#tests/support/browser/page-checks.ts';
import { fillCart, logIn, test } from '#tests/support/browser/shop-fixtures.ts';
import { expect, httpGet, openPage, urlOf, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { chenes, type Host, hosts, willow } from '#tests/support/fixtures/estates.ts';

const secret = 'nobody-has-this'.repeat(3);
const ridge = (host: Host) => ({ product: 1, declination: host === chenes ? 101 : 201, quantity: 6 });

/** Pages of the shop that anybody can open. */
const openPages = [
  ...['/checkout', '/auth', '/password/reset/ask', '/password/reset', '/withdrawal'],
  ...[`/password/reset/${secret}`, `/auth/activate/${secret}`, `/newsletter/confirm/${secret}`],
];
const allPages = [...openPages, '/cart', '/account', '/account/orders/1', '/checkout/done/1'];

/** Looks at what is shown, at the narrowest screen there is and at the one of the visit. */
async function isSound(page: Page, state: string): Promise<void> {
  // What says that a page is on its way is gone a moment after it has come.
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect.soft(await axeViolations(page), state).toEqual([]);
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => horizontalOverflow(page), `${state} at 320 px`).toBe('');
  if (screen) await page.setViewportSize(screen);
  await expect.poll(() => horizontalOverflow(page), state).toBe('');
}

for (const host of hosts) {
  test(`the shop’s pages of ${host.name} are valid HTML, private, and within their policy`, async () => {
    for (const path of allPages) {
      const { status, text, headers } = await httpGet(host, path);
      expect.soft(status, path).toBe(200);
      expect.soft(await htmlErrors(text), path).toEqual([]);
      expect.soft(text, path).toMatch(/<meta name="robots" content="noindex|<h1[^>]*>[^<]*(?:rétracter|Withdraw)/);
      expect.soft(/<[^>]+\sstyle="/.test(text), path).toBe(false);
      expect(String(headers['content-security-policy'])).not.toContain('unsafe');
    }
  });
}

for (const host of [chenes, willow]) {
  for (const width of [1440, 360]) {
    test(`nobody is shut out of the shop of ${host.name} on ${width} px`, async ({ page, pageErrors }) => {
      test.setTimeout(180_000);
      pageErrors.allow(/^status (401|422)/);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      for (const path of openPages) {
        await openPage(page, host, path);
        await isSound(page, path);
      }
      await openPage(page, host, '/auth');
      await page.getByRole('main').getByRole('button').last().click();
      await isSound(page, 'a registration at fault');
      await openPage(page, host, `/auth/activate/${secret}`);
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible();
      await isSound(page, 'a dead link');
    });

    test(`nobody is shut out of the checkout of ${host.name} on ${width} px`, async ({
      page,
      context,
      shop,
      pageErrors,
    }) => {
      test.setTimeout(240_000);
      pageErrors.allow(/^status (401|422)/);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await fillCart(page, host, [ridge(host)]);
      const checkout = checkoutPage(page, host);
      const { main, radio, labels } = checkout;
      await isSound(page, 'a stranger');
      await radio(labels.newCustomer).check();
      await checkout.orderButton.click();
      await expect(main.locator('[aria-invalid=true]').first()).toBeVisible();
      await isSound(page, 'everything missing');

      await logIn(context, host, await shop.createCustomer(host, { lang: host === chenes ? 'fr_FR' : 'en' }));
      await page.reload();
      await waitForHydration(page);
      await checkout.postcode.fill(host === chenes ? '1610' : '2410');
      await expect(main.getByRole('listbox')).toBeVisible();
      await isSound(page, 'towns');
      await checkout.postcode.fill(host === chenes ? '16100' : '24100');
      await checkout.city.fill('Cognac');
      await radio(labels.pickupPoint).check();
      await expect(main.locator('input[name=relay]').first()).toBeVisible();
      await isSound(page, 'relay points');
      await radio(labels.clickAndCollect).check();
      await main.getByRole('grid').getByRole('button', { disabled: false }).last().click();
      await expect(main.locator('input[name=slot]').first()).toBeVisible();
      await isSound(page, 'day and slot');
      await radio(labels.carrier).check();
      await checkout.fillDelivery({ postcode: host === chenes ? '16100' : '24100' });
      await checkout.confirmAgeAndTerms();
      await isSound(page, 'ready');
      await checkout.orderButton.click();
      await checkout.waitForOrderNumber();
      await isSound(page, 'placed');
      await main.getByRole('link', { name: labels.viewOrder }).click();
      await expect(main.getByRole('button', { name: labels.orderAgain })).toBeVisible();
      await isSound(page, 'an order');
      await openPage(page, host, '/account');
      await expect(main.getByRole('link', { name: /\d{4}-\d{5}/ })).toBeVisible();
      await expect(main.getByRole('checkbox').first()).toBeVisible();
      await isSound(page, 'the account');
    });
  }
}

test('every stop of the keyboard in the checkout and the account is seen', async ({ page, context, shop }) => {
  test.setTimeout(120_000);
  await logIn(context, chenes, await shop.createCustomer(chenes));
  await fillCart(page, chenes, [ridge(chenes)]);
  for (const path of ['/checkout', '/account']) {
    if (path !== '/checkout') await openPage(page, chenes, path);
    const main = page.getByRole('main');
    await expect(main.getByRole('button').first()).toBeVisible();
    await page.getByRole('link', { name: 'Aller au contenu' }).focus();
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const where = await page.evaluate(() => {
        const { top, bottom, width } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        if (!document.activeElement?.closest('main')) return 'outside';
        return width > 0 && bottom > 0 && top < window.innerHeight
          ? 'seen'
          : document.activeElement.outerHTML.slice(0, 120);
      });
      if (where === 'outside') break;
      expect(where).toBe('seen');
      expect(await focusRingState(page)).toBe('visible');
    }
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ pageErrors }) => pageErrors.allow(/^failed: .*\.js csp$/));

  for (const host of hosts) {
    test(`the shop of ${host.name} says how to order by telephone`, async ({ page }) => {
      for (const path of allPages) {
        const response = await page.goto(urlOf(host, path), { waitUntil: 'domcontentloaded' });
        expect(response?.status()).toBe(200);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
        await expect.soft(main.locator('a[href^="tel:"]').first(), path).toBeVisible();
        await expect.soft(main.locator('a[href^="mailto:"]').first(), path).toBeVisible();
      }
    });
  }
});
