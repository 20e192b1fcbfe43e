import type { Page } from '@playwright/test';
import { expect, test, waitForHydration } from '#tests/support/browser/shop-test.ts';
import { type EditedEstateServer, startEditedEstateServer } from '#tests/support/servers/edited-estate-server.ts';

const widths = [390, 768, 960, 1440] as const;

/** The largest sizes that an estate can choose, and colours in every notation that CSS has for them. */
const largest = { TITLE: '4em', MENU: '1.3em', CONTENT: '1.5em' };
const colours = {
  primary: 'hsl(353 60% 30%)',
  accent: '#a83',
  backgrounds: { paper: 'white', raised: '#ffff', footer: 'rgb(230, 225, 213)' },
  ink: 'black',
  menu: { background: 'snow', ink: '#123', current: 'rgb(122 31 43 / 90%)' },
};

let variant: EditedEstateServer;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  variant = await startEditedEstateServer('willow-hill', {
    'parameters.json': (values: Record<string, unknown>) =>
      void Object.assign(values, { LOGO_SIZE: 160, LOGO_SIZE_MOBILE: 72, PRIMARY_COLOR: '', ACCENT_COLOR: '' }),
    'theme.json': (theme: object) => void Object.assign(theme, colours),
    'site-info.json': ({ fonts }: { fonts: { type: keyof typeof largest; size: string }[] }) => {
      for (const font of fonts) font.size = largest[font.type];
    },
  });
});
test.afterAll(() => variant.stop());

const readSizes = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((titles) => titles.map((title) => Number.parseFloat(getComputedStyle(title).fontSize)));

for (const width of widths) {
  for (const path of ['/', '/our-story', '/wines', '/contact'])
    test(`the title of ${path} is larger than its section titles and fits at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(variant.origin + path);
      await waitForHydration(page);
      const [title = 0] = await readSizes(page, 'main h1');
      const sections = await readSizes(page, 'main h2');
      expect(title).toBeGreaterThan(Math.max(0, ...sections));
      // With the default sizes the title has at most 61 px.
      if (width === 1440) expect(title).toBeGreaterThan(70);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });

  test(`the header is no higher than its logo needs at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${variant.origin}/contact`);
    await waitForHydration(page);
    const logo = page.locator('header[data-type] a[href="/"] img').first();
    const size = await logo.evaluate((image: HTMLImageElement) => ({
      width: image.getBoundingClientRect().width,
      height: image.getBoundingClientRect().height,
      ratio: image.naturalWidth / image.naturalHeight,
    }));
    // The picture fills its box, so that no empty space is reserved.
    expect(Math.abs(size.width - size.height * size.ratio)).toBeLessThan(3);
    expect(size.width).toBeGreaterThan(width >= 960 ? width * 0.19 : 170);
  });
}

test('colours in any notation of CSS reach pages and the manifest', async ({ page }) => {
  await page.goto(`${variant.origin}/contact`);
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
  expect(manifest).toMatchObject({ background_color: '#ffffff', theme_color: '#7a1f29' });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
});

test('colours in any notation of CSS reach mails', async ({ page }) => {
  await page.goto(`${variant.origin}/contact`);
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ email: 'reader@mail.example' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/newsletter/subscribe', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(200);
  await expect(async () => {
    expect(await variant.readMails()).toContain('background:#7a1f29');
  }).toPass({ timeout: 15_000 });
});
