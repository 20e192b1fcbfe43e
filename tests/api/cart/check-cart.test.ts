import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  for (const [id, mark] of [
    [40, 'Chêne'],
    [41, 'Saule'],
  ] as const) {
    await seedEstate(api.db, api.filesDir, { id, mark, languages: ['fr_FR', 'en'] });
    await seedShopSettings(api.db, id);
  }
  // Site 41 sells one variant that site 40 does not sell.
  await withSiteTransaction(api.db, 41, async (tx) => {
    await tx.insert(variants).values({
      id: 99,
      productId: 1,
      position: 9,
      reference: 'R99',
      price: 100,
      sellByMultipleOf: 1,
      variations: [],
      capacity: 75,
      capacityUnit: 'CENTILITRE' as const,
    });
    await tx.insert(stock).values({ variantId: 99, quantity: 3 });
  });
});

interface Line {
  id: number;
  quantity: unknown;
}
const validate = (products: Line[], lang = 'fr_FR') =>
  api.call<'POST /order/validate'>('/order/validate', { method: 'POST', lang, body: { products } });

describe('POST /order/validate', () => {
  test('returns the current prices', async () => {
    const { status, data } = await validate([
      { id: 11, quantity: 2 },
      { id: 13, quantity: 3 },
      { id: 21, quantity: 6 },
      { id: 51, quantity: 1 },
    ]);
    expect(status).toBe(200);
    expect(data).toEqual({
      products: [
        { id: 11, quantity: 2, price: 12, total: 24 },
        { id: 13, quantity: 3, price: 7, total: 21 },
        { id: 21, quantity: 6, price: 9, total: 54 },
        { id: 51, quantity: 1, price: 40, total: 40 },
      ],
      // Three half bottles count as one and a half, the box contains three bottles, and the sum is rounded down.
      bottles: 12,
      subtotal: 139,
    });
  });

  test.each([
    ['negative', -1],
    ['zero', 0],
    ['fractional', 1.5],
    ['huge', 1e9],
    ['a string', '2'],
    ['null', null],
  ])('rejects a quantity that is %s with 400', async (_, quantity) => {
    const { status, errors } = await validate([{ id: 11, quantity }]);
    expect(status).toBe(400);
    expect(Object.keys(errors ?? {})).toEqual(['products.0.quantity']);
  });

  test('rejects an empty cart and an unknown field with 400', async () => {
    expect((await validate([])).status).toBe(400);
    const body = { products: [{ id: 11, quantity: 1, price: 0.01 }] };
    expect((await api.call('/order/validate', { method: 'POST', body })).status).toBe(400);
  });

  test('names each product that is not sold and every other issue', async () => {
    const { status, errors, message } = await validate([
      { id: 99, quantity: 1 },
      { id: 21, quantity: 7 },
      { id: 13, quantity: 5 },
      { id: 12, quantity: 1 },
      { id: 41, quantity: 1 },
    ]);
    expect(status).toBe(422);
    expect(message).toContain('ne sont plus vendus');
    expect(errors).toEqual({
      'products.0': 'Cet article n’est plus vendu.',
      'products.1': 'Vendu par 6.',
      'products.2': 'Il en reste 4.',
      'products.3': 'Épuisé.',
      'products.4': 'Épuisé.',
    });
  });

  test('refuses a variant of another estate', async () => {
    const body = { products: [{ id: 99, quantity: 1 }] };
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(200);
    expect((await validate([{ id: 99, quantity: 1 }])).status).toBe(422);
  });

  test('responds to a wrong step with 422 and to missing stock with 409 in the caller’s language', async () => {
    const step = await validate([{ id: 21, quantity: 5 }], 'en');
    expect([step.status, step.errors]).toEqual([422, { 'products.0': 'Sold in multiples of 6.' }]);
    const short = await validate([{ id: 22, quantity: 6 }], 'en');
    expect([short.status, short.errors]).toEqual([409, { 'products.0': 'Only 5 left.' }]);
  });

  test('counts boxes and bottles against the same stock', async () => {
    // The stock of variant 11 is 13 bottles, of which each box takes two.
    expect(
      (
        await validate([
          { id: 51, quantity: 5 },
          { id: 11, quantity: 3 },
        ])
      ).status,
    ).toBe(200);
    const { status, errors } = await validate([
      { id: 51, quantity: 5 },
      { id: 11, quantity: 4 },
    ]);
    expect(status).toBe(409);
    expect(errors).toEqual({ 'products.0': 'Il en reste 4.', 'products.1': 'Il en reste 3.' });
  });

  test('ignores the stock without stock management', async () => {
    const setStockManagement = (value: boolean) =>
      withSiteTransaction(api.db, 41, async (tx) => {
        await tx.update(parameters).set({ value }).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT'));
        await notifySiteChanged(tx);
      });
    await setStockManagement(false);
    const body = { products: [{ id: 12, quantity: 500 }] };
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(200);
    await setStockManagement(true);
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(409);
  });
});
