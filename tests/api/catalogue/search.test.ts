import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { products, stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { importSite } from '#server/import/import-site.ts';
import type { Lang } from '#shared/languages.ts';
import searches from '#tests/support/fixtures/searches.json' with { type: 'json' };
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  for (const folder of ['domaine-des-chenes', 'willow-hill'])
    await importSite({ db: api.db, filesDir: api.filesDir }, join(import.meta.dirname, '../../..', 'sites', folder));
}, 600_000);

async function search(query: string, { site = 40, lang = 'fr_FR' }: { site?: number; lang?: Lang } = {}) {
  const { status, data } = await api.call<'GET /product'>(`/product?search=${encodeURIComponent(query)}`, {
    site,
    headers: { userLang: lang },
  });
  expect(status).toBe(200);
  return data.products;
}

describe('what customers of the demonstration estates type', () => {
  test.each(searches)('$query', async ({ site, lang, query, expected }) => {
    const found = (await search(query, { site, lang: lang as Lang })).map(({ id }) => id);
    expect(expected).toContain(found[0]);
  });
});

const idsOf = async (...parameters: Parameters<typeof search>) => (await search(...parameters)).map(({ id }) => id);

test.each<[string, string, number]>([
  ['two swapped letters', 'mrelot', 7],
  ['two errors in a long word', 'chardonnet', 1],
  ['a hyphen', 'pinot-noir', 9],
  ['an abbreviation', 'st martin', 5],
  ['the beginning of the last word', 'cognac nap', 21],
  ['a price and a word', 'rouge moins de 7 euros', 10],
  ['another language', 'red wine', 10],
])('%s is understood', async (_, query, first) => {
  expect((await idsOf(query))[0]).toBe(first);
});

test.each(['😀', '(.*)+[', '\\', '%_', 'вино', '葡萄酒', 'zzzzzz', '0', 'x'.repeat(200)])(
  '"%s" is no error',
  async (query) => {
    expect(await idsOf(query)).toEqual([]);
  },
);

test('a misspelt word is understood each time', async () => {
  for (let time = 0; time < 3; time++) expect((await idsOf('chardonay'))[0]).toBe(1);
});

test('a query with a word that no wine has shows those with the others', async () => {
  expect((await idsOf('merlot zzzzzz'))[0]).toBe(7);
});

test('an order that the visitor chooses replaces that of the search', async () => {
  const { data } = await api.call<'GET /product'>('/product?search=cognac&orderBy=-price', { site: 40 });
  const prices = data.products.map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((one, other) => other - one));
});

test('a change is found at once, and only at its own estate', async () => {
  await withSiteTransaction(api.db, 40, async (tx) => {
    await tx.update(products).set({ name: 'Zwiebelwein' }).where(eq(products.id, 10));
    await notifySiteChanged(tx);
  });
  expect(await idsOf('zwiebelwein')).toEqual([10]);
  expect(await idsOf('zwiebelwein', { site: 41, lang: 'en' })).toEqual([]);
});

test('what is sold out comes last, if the estate manages its stock', async () => {
  const before = await idsOf('chardonnay');
  expect(before.slice(0, 2).sort()).toEqual([1, 4]);
  const [first = 0] = before;
  await withSiteTransaction(api.db, 40, (tx) =>
    tx
      .update(stock)
      .set({ quantity: 0 })
      .where(
        inArray(stock.variantId, tx.select({ id: variants.id }).from(variants).where(eq(variants.productId, first))),
      ),
  );
  expect((await idsOf('chardonnay')).at(-1)).toBe(first);
  await withSiteTransaction(api.db, 40, async (tx) => {
    await tx.update(parameters).set({ value: false }).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT'));
    await notifySiteChanged(tx);
  });
  expect((await idsOf('chardonnay'))[0]).toBe(first);
});
