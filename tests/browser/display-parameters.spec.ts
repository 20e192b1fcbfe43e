import type { Page } from '@playwright/test';
import { buildShopUrl, expect, test, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { willow } from '#tests/support/fixtures/estates.ts';
import { type EditedEstateServer, startEditedEstateServer } from '#tests/support/servers/edited-estate-server.ts';

/** Every display parameter of the estate has another value than in the demonstration site. */
const parameters = {
  PRODUCT_DISPLAY: 'LIST',
  PRODUCT_ORDER: 'name',
  PRODUCT_ASPECT_RATIO: '1/1',
  PROMOTED_NEWS_STYLE: 'FLAT',
  MENU_LAYOUT: 'CENTER',
  MENU_TYPE: 'RELATIVE',
  MENU_ICON_SIZE: 31,
  LOGO_SIZE: 130,
  LOGO_SIZE_MOBILE: 68,
  LOGO_FOOTER_SIZE: 60,
  REPEAT_SCROLL_ANIMATIONS: true,
  SEE_CART_ON_HOVER: false,
  PRODUCTS_PAGE_STYLE: 'PLAIN',
  PRODUCT_DETAILS_PAGE_STYLE: 'MIRRORED',
  SERVICES_PAGE_STYLE: 'CARDS',
  TOP_BAR_INFO: { en: 'Closed for the harvest', fr_FR: 'Fermé pendant les vendanges' },
  TOP_BAR_INFO_BACKGROUND: '#004400',
  TOP_BAR_INFO_COLOR: '#ffeeaa',
  PRIMARY_COLOR: '#123456',
  ACCENT_COLOR: '#ff8800',
  DETAIL_PAGE_MARGIN_TOP: 99,
  FORMS_PROOF_OF_WORK: true,
};

const fontSizes = { TITLE: '2.6em', MENU: '1.5em', CONTENT: '1.25em' };

let variant: EditedEstateServer;
// All tests of the file share one worker, so that the server starts once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  variant = await startEditedEstateServer('willow-hill', {
    'parameters.json': (values: object) => void Object.assign(values, parameters),
    'theme.json': (theme: { menu: object }) =>
      void Object.assign(theme.menu, { background: '#b0b0b0', ink: '#000000' }),
    'site-info.json': ({ fonts }: { fonts: { type: keyof typeof fontSizes; size: string }[] }) => {
      for (const font of fonts) font.size = fontSizes[font.type];
    },
  });
});
test.afterAll(() => variant.stop());

interface Effect {
  parameter: string;
  /** Returns what a visitor sees of the parameter. */
  read: (page: Page) => Promise<unknown>;
  expected: unknown;
}

const style = (selector: string, property: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`${selector} has no box`);
  return found;
};
const height = (selector: string) => async (page: Page) => Math.round((await box(page, selector)).height);

const header = 'header[data-type]';
const cards = 'main ul:has(article)';
const productPicture = `${cards} article > :first-child`;
const productTop = 'main article > [data-style]';

/** Scrolls down and checks whether the header is still at the top of the window. */
async function staysInView(page: Page): Promise<boolean> {
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  const { y } = await box(page, header);
  await page.evaluate(() => scrollTo(0, 0));
  return Math.round(y) === 0;
}

/** Checks whether the horizontal centre of the logo is within 30 px of that of the window. */
async function isLogoCentred(page: Page): Promise<boolean> {
  const { x, width } = await box(page, `${header} img`);
  return Math.abs(x + width / 2 - (await page.evaluate(() => innerWidth)) / 2) < 30;
}

/** Scrolls the page down and up three times, and counts how often sections fade in after the first scroll down. */
async function countRepeatedFadeIns(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let fadeIns = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...args) {
      if (this.matches('main section')) fadeIns += 1;
      return animate.apply(this, args);
    };
    const pause = () => new Promise((resolve) => setTimeout(resolve, 150));
    const last = [...document.querySelectorAll('main section')].at(-1);
    for (let round = 0; round < 3; round++) {
      last?.scrollIntoView({ behavior: 'instant' });
      await pause();
      if (round === 0) fadeIns = 0;
      scrollTo({ top: 0, behavior: 'instant' });
      await pause();
    }
    Element.prototype.animate = animate;
    return fadeIns;
  });
}

/** Adds the first product of a list to the cart and checks whether the header offers a preview of the cart. */
async function hasCartPreview(page: Page): Promise<boolean> {
  await page.getByRole('main').getByRole('button', { name: /^Add/ }).first().click();
  await expect(page.locator(header).getByText(/\d+ items?/)).toBeAttached();
  return (await page.locator(header).getByRole('button', { name: 'See what is in the cart' }).count()) > 0;
}

const columnCount = (selector: string) => async (page: Page) =>
  (await style(selector, 'grid-template-columns')(page)).split(' ').length;

/** Returns the colour of the line below menu entries. */
const readMenuUnderline = async (page: Page) =>
  /rgb\([^)]*\)/.exec(await style(`${header} nav a`, 'background-image')(page))?.[0];

async function readFooterLogoHeight(page: Page): Promise<number> {
  const logo = page.locator('footer img').first();
  // The logo loads lazily and has no size before.
  await logo.scrollIntoViewIfNeeded();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, 0));
  return height('footer img')(page);
}

async function areProductsSortedByName(page: Page): Promise<boolean> {
  const names = await page.locator(`${cards} h2`).allTextContents();
  return names.length > 3 && names.every((name, i) => i === 0 || (names[i - 1] ?? '').localeCompare(name, 'en') <= 0);
}

/** Checks whether the picture of a product page is to the right of the product's name. */
async function isPictureOnTheRight(page: Page): Promise<boolean> {
  const [picture, words] = [`${productTop} > :first-child`, `${productTop} > :last-child`];
  return (await box(page, picture)).x > (await box(page, words)).x;
}

const pages: { path: string; width: number; effects: Effect[] }[] = [
  {
    path: '/',
    width: 1440,
    effects: [
      { parameter: 'MENU_LAYOUT', read: isLogoCentred, expected: true },
      { parameter: 'MENU_ICON_SIZE', read: height(`${header} nav button svg`), expected: 31 },
      { parameter: 'LOGO_SIZE', read: height(`${header} img`), expected: 130 },
      { parameter: 'LOGO_FOOTER_SIZE', read: readFooterLogoHeight, expected: 60 },
      { parameter: 'TOP_BAR_INFO', read: (page) => page.getByText('Closed for the harvest').count(), expected: 1 },
      {
        parameter: 'TOP_BAR_INFO_BACKGROUND',
        read: style('section:has(+ header)', 'background-color'),
        expected: 'rgb(0, 68, 0)',
      },
      {
        parameter: 'TOP_BAR_INFO_COLOR',
        read: style('section:has(+ header)', 'color'),
        expected: 'rgb(255, 238, 170)',
      },
      { parameter: 'PRIMARY_COLOR', read: style('.skip', 'background-color'), expected: 'rgb(18, 52, 86)' },
      { parameter: 'ACCENT_COLOR', read: readMenuUnderline, expected: 'rgb(255, 136, 0)' },
      { parameter: 'menu colours', read: style(header, 'background-color'), expected: 'rgb(176, 176, 176)' },
      { parameter: 'menu colours', read: style(`${header} nav a`, 'color'), expected: 'rgb(0, 0, 0)' },
      {
        parameter: 'PROMOTED_NEWS_STYLE',
        read: style('main section:has(a[href^="/news/"])', 'background-color'),
        expected: 'rgba(0, 0, 0, 0)',
      },
      { parameter: 'font size CONTENT', read: style('body', 'font-size'), expected: '22px' },
      { parameter: 'font size TITLE', read: style('main h2', 'font-size'), expected: '57.2px' },
      { parameter: 'font size MENU', read: style(`${header} nav a`, 'font-size'), expected: '33px' },
      {
        parameter: 'REPEAT_SCROLL_ANIMATIONS',
        read: async (page) => (await countRepeatedFadeIns(page)) > 0,
        expected: true,
      },
      { parameter: 'MENU_TYPE', read: staysInView, expected: false },
    ],
  },
  {
    // Narrower windows limit this logo, which is four times as wide as high, by their width.
    path: '/',
    width: 700,
    effects: [{ parameter: 'LOGO_SIZE_MOBILE', read: height(`${header} img`), expected: 68 }],
  },
  {
    path: '/wines',
    width: 1440,
    effects: [
      { parameter: 'PRODUCT_DISPLAY', read: columnCount(cards), expected: 1 },
      { parameter: 'PRODUCT_ORDER', read: areProductsSortedByName, expected: true },
      { parameter: 'PRODUCT_ASPECT_RATIO', read: style(productPicture, 'aspect-ratio'), expected: '1 / 1' },
      {
        parameter: 'PRODUCTS_PAGE_STYLE',
        read: style(productPicture, 'background-color'),
        expected: 'rgba(0, 0, 0, 0)',
      },
      { parameter: 'SEE_CART_ON_HOVER', read: hasCartPreview, expected: false },
    ],
  },
  {
    path: '/products/search?search=wine',
    width: 1440,
    effects: [{ parameter: 'PRODUCT_DISPLAY', read: columnCount(cards), expected: 1 }],
  },
  {
    path: '/wines/pecharmant/1',
    width: 1440,
    effects: [
      {
        parameter: 'DETAIL_PAGE_MARGIN_TOP',
        read: style('main article.page', 'padding-top'),
        expected: '99px',
      },
      { parameter: 'PRODUCT_DETAILS_PAGE_STYLE', read: isPictureOnTheRight, expected: true },
    ],
  },
  {
    path: '/come-and-see-us/services',
    width: 1440,
    effects: [{ parameter: 'SERVICES_PAGE_STYLE', read: columnCount('main div:has(> article)'), expected: 2 }],
  },
];

async function readEffects(page: Page, url: string, effects: readonly Effect[]) {
  await page.goto(url);
  await waitForHydration(page);
  const values: unknown[] = [];
  for (const { read } of effects) values.push(await read(page));
  return values;
}

test('FORMS_PROOF_OF_WORK makes forms send a proof of work, each of them once', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const posted = (path: string) => page.waitForRequest((request) => request.url().endsWith(path));
  await page.goto(`${variant.origin}/contact`);
  await waitForHydration(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(requested.filter((url) => /challenge|proof/.test(url))).toEqual([]);

  const challenge = page.waitForResponse(/forms\/challenge/);
  await main.getByRole('textbox', { name: 'Your name' }).focus();
  expect((await challenge).status()).toBe(200);
  await page.keyboard.type('Jane Miller');
  await main.getByRole('textbox', { name: 'E-mail address' }).fill('jane@mail.example');
  await main.getByRole('textbox', { name: 'Your message' }).fill('Do you ship to Ghent?');
  const message = posted('/api/message');
  await main.getByRole('button', { name: 'Send' }).press('Enter');
  expect((await message).postData()).toContain('name="altcha"');
  await expect(main.getByRole('status').filter({ hasText: /thank/i })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  const subscriptions: unknown[] = [];
  for (const email of ['jane@mail.example', 'jo@mail.example']) {
    await page.reload();
    await waitForHydration(page);
    await footer.getByRole('textbox').fill(email);
    const subscription = posted('/api/newsletter/subscribe');
    await page.keyboard.press('Enter');
    subscriptions.push(((await subscription).postDataJSON() as { altcha?: string }).altcha);
    await expect(footer).toContainText(email);
  }
  expect(subscriptions.every((proof) => typeof proof === 'string')).toBe(true);
  expect(new Set(subscriptions).size).toBe(2);
  expect(requested.filter((url) => !url.startsWith(variant.origin) && !url.startsWith('data:'))).toEqual([]);
});

test('the web manifest and mails have the primary colour of the parameters', async ({ page }) => {
  await page.goto(`${variant.origin}/legal-notice`);
  const themeColour = await page.evaluate(
    async () => (await (await fetch('/manifest.webmanifest')).json()).theme_color,
  );
  expect(themeColour).toBe(parameters.PRIMARY_COLOR);
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ email: 'reader@mail.example' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/newsletter/subscribe', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(200);
  // The server creates the folder of mails with the first one.
  await expect(async () => {
    expect(await variant.readMails()).toContain(`background:${parameters.PRIMARY_COLOR}`);
  }).toPass({ timeout: 15_000 });
});

for (const { path, width, effects } of pages) {
  test(`display parameters change ${path} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const changed = await readEffects(page, variant.origin + path, effects);
    const original = await readEffects(page, buildShopUrl(willow, path), effects);
    for (const [index, { parameter, expected }] of effects.entries()) {
      expect.soft(changed[index], parameter).toEqual(expected);
      expect.soft(original[index], `${parameter} in the demonstration site`).not.toEqual(expected);
    }
  });
}
