import type { Page } from '@playwright/test';
import { createCheckoutPageObject } from '#tests/support/browser/checkout-page.ts';
import { findHtmlErrors } from '#tests/support/browser/html-errors.ts';
import { describeFocusRingVisibility } from '#tests/support/browser/keyboard.ts';
import {
  describeHorizontalOverflow,
  findAxeViolations,
  findNavigationLandmarkErrors,
  resizeWindow,
} from '#tests/support/browser/page-checks.ts';
import { setSessionCookies, storeCartAndOpenPage, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes, type TestHost, testHosts, willow } from '#tests/support/fixtures/estates.ts';

const secret = 'unknown-token--'.repeat(3);
const cartLine = (host: TestHost) => ({ productId: 1, variantId: host === chenes ? 101 : 201, quantity: 6 });

const publicPages = [
  '/checkout',
  '/auth',
  '/password/reset/ask',
  '/password/reset',
  '/withdrawal',
  `/password/reset/${secret}`,
  `/auth/activate/${secret}`,
  `/newsletter/confirm/${secret}`,
  '/newsletter/unsubscribe',
  `/newsletter/unsubscribe/${secret}`,
  `/orders/${secret}`,
  `/registrations/${secret}`,
  `/review/${secret}`,
  '/forms/1',
  '/forms/2',
];
const allPages = [...publicPages, '/cart', '/account', '/account/orders/1', '/checkout/done/1'];

const computer = { width: 1440, height: 800 };
const phone = { width: 360, height: 800 };
const smallPhone = { width: 320, height: 740 };

/**
 * Checks the accessibility of the page on a computer and on a phone, and its overflow also on a small phone. The window
 * is as wide as before when it ends.
 */
async function expectAccessible(page: Page, state: string): Promise<void> {
  // The loading bar disappears shortly after the page is shown, and must not be part of the check.
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  for (const screen of [computer, phone, smallPhone]) {
    const name = `${state} at ${screen.width} px`;
    await resizeWindow(page, screen);
    await expect.poll(() => describeHorizontalOverflow(page), name).toBe('');
    if (screen !== smallPhone) expect.soft(await findAxeViolations(page), name).toEqual([]);
  }
  await resizeWindow(page, computer);
}

for (const host of testHosts) {
  test(`shop pages of ${host.name} are valid HTML without inline styles; only the withdrawal is indexed`, async () => {
    for (const path of allPages) {
      const { status, text, headers } = await httpGet(host, path);
      expect.soft(status, path).toBe(200);
      expect.soft(await findHtmlErrors(text), path).toEqual([]);
      expect.soft(text, path).toMatch(/<meta name="robots" content="noindex|<h1[^>]*>[^<]*(?:rétracter|Withdraw)/);
      expect.soft(/<[^>]+\sstyle="/.test(text), path).toBe(false);
      expect(String(headers['content-security-policy'])).not.toContain('unsafe');
    }
  });
}

test.describe('accessibility on a computer and on a phone', () => {
  test.beforeEach(async ({ page, pageErrors }) => {
    test.setTimeout(240_000);
    pageErrors.allow(/^status (401|422)/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(computer);
  });

  const openAllAndCheck = async (page: Page, host: TestHost, paths: readonly string[]) => {
    for (const path of paths) {
      await openPage(page, host, path);
      expect.soft(await findNavigationLandmarkErrors(page), path).toEqual([]);
      await expectAccessible(page, path);
    }
  };

  for (const host of [chenes, willow]) {
    test(`public shop pages of ${host.name}`, async ({ page }) => {
      await openAllAndCheck(
        page,
        host,
        publicPages.filter((path) => !path.includes(secret)),
      );
      await openPage(page, host, '/auth');
      await page.getByRole('main').getByRole('button').last().click();
      await expectAccessible(page, 'an incomplete registration');
    });

    test(`pages of ${host.name} to which mails lead`, async ({ page }) => {
      await openAllAndCheck(
        page,
        host,
        publicPages.filter((path) => path.includes(secret)),
      );
      await openPage(page, host, `/auth/activate/${secret}`);
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible();
      await expectAccessible(page, 'an expired link');
    });

    test(`checkout of ${host.name} for a new customer`, async ({ page }) => {
      await storeCartAndOpenPage(page, host, [cartLine(host)]);
      const { main, radio, labels, orderButton } = createCheckoutPageObject(page, host);
      await expectAccessible(page, 'logged out');
      await radio(labels.newCustomer).check();
      await orderButton.click();
      await expect(main.locator('[aria-invalid=true]').first()).toBeVisible();
      await expectAccessible(page, 'everything missing');
    });

    test(`checkout and account of ${host.name} for a customer`, async ({ page, context, shop }) => {
      await setSessionCookies(
        context,
        host,
        await shop.createCustomer(host, { lang: host === chenes ? 'fr_FR' : 'en' }),
      );
      await storeCartAndOpenPage(page, host, [cartLine(host)]);
      const checkout = createCheckoutPageObject(page, host);
      const { main, radio, labels } = checkout;
      await checkout.postcode.fill(host === chenes ? '1610' : '2410');
      await expect(main.getByRole('listbox')).toBeVisible();
      await expectAccessible(page, 'towns');
      await checkout.postcode.fill(host === chenes ? '16100' : '24100');
      await checkout.city.fill('Cognac');
      await radio(labels.pickupPoint).check();
      await expect(main.locator('input[name=relay]').first()).toBeVisible();
      await expectAccessible(page, 'relay points');
      await radio(labels.clickAndCollect).check();
      await main.getByRole('grid').getByRole('button', { disabled: false }).last().click();
      await expect(main.locator('input[name=slot]').first()).toBeVisible();
      await expectAccessible(page, 'day and slot');
      await radio(labels.carrier).check();
      await checkout.fillDelivery({ postcode: host === chenes ? '16100' : '24100' });
      await checkout.confirmAgeAndTerms();
      await expectAccessible(page, 'ready');
      await checkout.orderButton.click();
      await checkout.waitForOrderNumber();
      await expectAccessible(page, 'placed');
      await main.getByRole('link', { name: labels.viewOrder }).click();
      await expect(main.getByRole('button', { name: labels.orderAgain })).toBeVisible();
      await expectAccessible(page, 'an order');
      await openPage(page, host, '/account');
      await expect(main.getByRole('link', { name: /\d{4}-\d{5}/ })).toBeVisible();
      await expect(main.getByRole('checkbox').first()).toBeVisible();
      await expectAccessible(page, 'the account');
    });
  }
});

test('every focused element in checkout and account is in the viewport with a visible focus ring', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(120_000);
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes));
  await storeCartAndOpenPage(page, chenes, [cartLine(chenes)]);
  for (const path of ['/checkout', '/account']) {
    if (path !== '/checkout') await openPage(page, chenes, path);
    const main = page.getByRole('main');
    await expect(main.getByRole('button').first()).toBeVisible();
    await page.getByRole('link', { name: 'Aller au contenu' }).focus();
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const position = await page.evaluate(() => {
        const { top, bottom, width } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        if (!document.activeElement?.closest('main')) return 'outside';
        return width > 0 && bottom > 0 && top < window.innerHeight
          ? 'in viewport'
          : document.activeElement.outerHTML.slice(0, 120);
      });
      if (position === 'outside') break;
      expect(position).toBe('in viewport');
      expect(await describeFocusRingVisibility(page)).toBe('visible');
    }
  }
});

/**
 * The pages whose forms need scripts: all except unsubscription links, invitations to review and the forms of the
 * estate.
 */
const scriptedPages = allPages.filter(
  (path) => !/^\/(?:newsletter\/unsubscribe|withdrawal|review\/|forms\/)/.test(path),
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ pageErrors }) => pageErrors.allow(/^failed: .*\.js csp$/));

  for (const host of testHosts) {
    test(`shop pages of ${host.name} show telephone and mail`, async ({ page }) => {
      for (const path of scriptedPages) {
        const response = await page.goto(buildShopUrl(host, path), { waitUntil: 'domcontentloaded' });
        expect(response?.status()).toBe(200);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
        await expect.soft(main.locator('a[href^="tel:"]').first(), path).toBeVisible();
        await expect.soft(main.locator('a[href^="mailto:"]').first(), path).toBeVisible();
      }
    });
  }
});
