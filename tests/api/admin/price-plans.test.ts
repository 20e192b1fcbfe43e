import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyDuePrices } from '#server/api/catalogue/catalogue-jobs.ts';
import { priceHistory } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { PricePlanRow } from '#shared/admin/price-plan-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const foreignSite = 900;
let site = 800;
let admin: Customer;

beforeAll(async () => {
  await insertSite(api.db, foreignSite);
  await withSiteTransaction(api.db, foreignSite, (tx) =>
    saveProduct(tx, createProductInput({ id: 9, slug: 'ailleurs', variants: [createVariantInput({ id: 91 })] })),
  );
});

const discount = { id: 11, type: 'PERCENTAGE' as const, amount: 10, detailType: 'PRODUCT' as const };
beforeEach(async () => {
  site += 1;
  await insertSite(api.db, site);
  await withSiteTransaction(api.db, site, async (tx) => {
    await saveProduct(
      tx,
      createProductInput({ variants: [createVariantInput({ discount }), createVariantInput({ id: 12, price: 25 })] }),
    );
    await saveProduct(tx, createProductInput({ id: 3, slug: 'jus', variants: [createVariantInput({ id: 31 })] }));
  });
  admin = await createCustomer(api, { site, role: 'ADMIN' });
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function call(
  path: string,
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await api.call(`/admin/${path}`, { site, method, body, headers: { ...admin.headers, ...headers } });
  return { status: answer.status, ...JSON.parse(answer.text) } as {
    status: number;
    data: Record<string, unknown> & { errors?: Record<string, string>; present?: unknown };
  };
}
const plan = (from: Date, rows: readonly PricePlanRow[], headers?: Record<string, string>) =>
  call('product/planned-prices', 'POST', { from: from.toISOString(), rows }, headers);
const row = (idVariant: number, price: number, known: Partial<PricePlanRow> = {}): PricePlanRow => ({
  idProduct: 1,
  idVariant,
  price,
  before: idVariant === 12 ? 25 : 10,
  replaces: null,
  ...known,
});

interface StoredVariant {
  id: number;
  price: number;
  discount: object | null;
  plannedPrices: { from: string; price: number; discount: object | null }[];
}
async function variantsOf(id = 1): Promise<StoredVariant[]> {
  const { item } = (await call(`product/${id}`)).data as { item: { variants: StoredVariant[] } };
  return item.variants;
}

describe('POST /admin/product/planned-prices', () => {
  test('plans the prices of several wines, which begin and enter the price history like single ones', async () => {
    const from = inHours(24);
    const planned = await plan(from, [row(11, 12), row(12, 26.25), row(31, 9.5, { idProduct: 3 })]);
    expect(planned).toMatchObject({
      status: 200,
      data: {
        products: [
          { id: 1, revision: 2 },
          { id: 3, revision: 2 },
        ],
      },
    });
    expect((await variantsOf()).map(({ price }) => price)).toEqual([10, 25]);
    const audit = await call('audit?resource=product&key=1');
    expect(audit.data).toMatchObject({ total: 1, entries: [{ action: 'UPDATE', email: admin.email }] });
    await withSiteTransaction(api.db, site, (tx) => applyDuePrices(tx, from));
    expect(await variantsOf()).toMatchObject([
      { price: 12, plannedPrices: [], discount: { amount: 10 } },
      { price: 26.25, plannedPrices: [] },
    ]);
    expect((await variantsOf(3))[0]?.price).toBe(9.5);
    const history = await withSiteTransaction(api.db, site, (tx) => tx.select().from(priceHistory));
    const pricesOf = (id: number) => history.filter(({ variantId }) => variantId === id).map(({ price }) => price);
    // Both are prices after the discount of 10 percent, which the lowest price of 30 days relates to.
    expect(pricesOf(11)).toEqual([900, 1080]);
    expect(pricesOf(31)).toEqual([1000, 950]);
  });

  test('replaces a price of the same instant only if the caller names it, and keeps the other plans in order', async () => {
    const [earlier, from, later] = [inHours(1), inHours(2), inHours(3)];
    await plan(later, [row(12, 30)]);
    await plan(earlier, [row(12, 27)]);
    await plan(from, [row(12, 28, { before: 27 })]);
    const refused = await plan(from, [row(11, 12), row(12, 29, { before: 27 })]);
    expect(refused).toMatchObject({
      status: 409,
      data: { errors: { 'rows.1.replaces': expect.any(String) }, present: { rows: [{ idVariant: 12, planned: 28 }] } },
    });
    expect((await variantsOf())[0]?.plannedPrices).toEqual([]);
    expect(await plan(from, [row(11, 12), row(12, 29, { before: 27, replaces: 28 })])).toMatchObject({ status: 200 });
    const prices = (await variantsOf()).map(({ plannedPrices }) => plannedPrices.map(({ price }) => price));
    expect(prices).toEqual([[12], [27, 29, 30]]);
    expect(await plan(inHours(5), [row(12, 31, { before: 30, replaces: 29 })])).toMatchObject({
      status: 409,
      data: { present: { rows: [{ idVariant: 12, planned: null }] } },
    });
  });

  test('refuses a price that is based on another one than a colleague has set or planned meanwhile', async () => {
    const from = inHours(3);
    // The plan raises a price of 10 by 5 percent to 10.50, but a colleague has meanwhile saved 12 and planned 13.
    const saved = await call('product/1');
    const { item, revision } = saved.data as unknown as { item: { variants: StoredVariant[] }; revision: number };
    const variants = item.variants.map((variant) => (variant.id === 11 ? { ...variant, price: 12 } : variant));
    await call('product/1', 'PUT', { revision, item: { ...item, variants } });
    expect(await plan(from, [row(11, 10.5), row(12, 26.25)])).toMatchObject({
      status: 409,
      data: {
        errors: { 'rows.0.before': expect.any(String) },
        present: { rows: [{ idVariant: 11, before: 12, planned: null }] },
      },
    });
    await plan(inHours(1), [row(11, 13, { before: 12 })]);
    expect(await plan(from, [row(11, 12.6, { before: 12 })])).toMatchObject({
      status: 409,
      data: { present: { rows: [{ idVariant: 11, before: 13, planned: null }] } },
    });
    // A price that a colleague has planned for a later time does not conflict with this plan.
    await plan(inHours(5), [row(11, 15, { before: 13 })]);
    expect(await plan(from, [row(11, 13.65, { before: 13 })])).toMatchObject({ status: 200 });
    expect((await variantsOf())[0]?.plannedPrices.map(({ price }) => price)).toEqual([13, 13.65, 15]);
  });

  test('names the invalid rows and plans nothing', async () => {
    const refused = await plan(inHours(1), [
      row(12, 26),
      row(11, 0),
      row(12, 27),
      row(91, 12, { idProduct: 9 }),
      row(31, 12),
    ]);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.data.errors ?? {})).toEqual([
      'rows.1.price',
      'rows.2.idVariant',
      'rows.3.idVariant',
      'rows.4.idVariant',
    ]);
    expect((await variantsOf()).flatMap(({ plannedPrices }) => plannedPrices)).toEqual([]);
  });

  test('refuses an instant that has passed and one more than two years ahead', async () => {
    for (const hours of [-1, 24 * 366 * 2 + 24])
      expect(await plan(inHours(hours), [row(11, 12)])).toMatchObject({ status: 422 });
  });

  test('refuses more than 20 planned prices of a variant', async () => {
    const pricesAt = (hours: number) => ({ before: hours === 1 ? 25 : 19 + hours });
    for (let hours = 1; hours <= 20; hours++) await plan(inHours(hours), [row(12, 20 + hours, pricesAt(hours))]);
    expect(await plan(inHours(21), [row(12, 50, pricesAt(21))])).toMatchObject({
      status: 422,
      data: { errors: { 'rows.0.price': expect.stringContaining('20') } },
    });
  });

  test('plans once if the call is repeated with its Idempotency-Key', async () => {
    const from = inHours(1);
    const headers = { 'idempotency-key': 'plan-key-1' };
    const first = await plan(from, [row(12, 26)], headers);
    expect(await plan(from, [row(12, 26)], headers)).toEqual(first);
    expect((await variantsOf())[1]?.plannedPrices).toHaveLength(1);
  });
});
