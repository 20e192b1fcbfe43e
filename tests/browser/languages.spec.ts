import { buildShopUrl, expect, httpGet, openPage, test } from '#tests/support/browser/shop-test.ts';
import { type TestHost, willow, willowInFrench } from '#tests/support/fixtures/estates.ts';

const pairs: [string, string][] = [
  ['/', '/'],
  ['/wines', '/nos-vins'],
  ['/grape-juice', '/jus-de-raisin'],
  ['/our-story', '/notre-histoire'],
  ['/our-story/the-cellar', '/notre-histoire/le-chai'],
  ['/visit-us', '/nous-rendre-visite'],
  ['/news', '/actualites'],
  ['/news/strings-on-the-lawn/2', '/actualites/des-cordes-sur-la-pelouse/2'],
  ['/contact', '/contact'],
  ['/privacy-policy', '/privacy-policy'],
  ['/wines/pecharmant/1', '/wines/pecharmant/1'],
  ['/wines/pecharmant/1/2020', '/wines/pecharmant/1/2020'],
  ['/products/discovery-case/13', '/products/discovery-case/13'],
];

const alternates = /<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi;

/** Reads the URLs of a page's alternate links by `hreflang`. */
async function alternatesOf(host: TestHost, path: string): Promise<Record<string, string>> {
  const { text } = await httpGet(host, path);
  return Object.fromEntries([...text.matchAll(alternates)].map(([, code, href]) => [code, href]));
}

for (const [english, french] of pairs) {
  test(`${english} and ${french} are alternates of each other`, async () => {
    const expected = { 'en-GB': willow.origin + english, 'fr-FR': willowInFrench.origin + french };
    expect(await alternatesOf(willow, english)).toEqual(expected);
    expect(await alternatesOf(willowInFrench, french)).toEqual(expected);
  });
}

test('the language menu links to the same page in the other language, in both directions', async ({ page }) => {
  test.slow();
  for (const [english, french] of pairs) {
    await openPage(page, willow, english);
    await page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'Français' }).first().click();
    await expect(page).toHaveURL(buildShopUrl(willowInFrench, french));
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
    await page.getByRole('navigation', { name: 'Langues' }).getByRole('link', { name: 'English' }).first().click();
    // On local host names, the link refers to the host name with the language as its first label.
    await expect(page).toHaveURL(buildShopUrl({ name: `en.${willow.name}` }, english));
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
  }
});

test('the language menu is updated by client-side navigation', async ({ page }) => {
  await openPage(page, willow, '/our-story');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of sale');
  const other = page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'Français' }).first();
  await expect(other).toHaveAttribute('href', buildShopUrl(willowInFrench, '/sale-terms'));
});

test('the language menu is reachable on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, willow, '/wines');
  await page.getByRole('navigation', { name: 'Change language' }).getByRole('link', { name: /^fr/i }).click();
  await expect(page).toHaveURL(buildShopUrl(willowInFrench, '/nos-vins'));
});

test('an estate with one language has no language menu', async () => {
  const { text } = await httpGet({ name: 'localhost' }, '/');
  expect(text).not.toContain('hrefLang');
  expect(text).not.toContain('aria-label="Langues"');
});
