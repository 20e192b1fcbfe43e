import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyDuePrices } from '#server/api/catalogue/catalogue-jobs.ts';
import { priceHistory, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { queueNextPriceChange } from '#server/api/catalogue/price-changes.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { deleteItem } from '#server/api/resources/edit-item.ts';
import { readItem } from '#server/api/resources/resource.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';
import { waitForBlockedQuery } from '#tests/support/wait-for-blocked-query.ts';

const api = await startTestApi();
/** Each test uses a separate site, with the next id. */
let site = 700;
beforeEach(() => insertSite(api.db, ++site));

const runInSite = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(api.db, site, work);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const save = (plannedPrices: unknown, changes: Record<string, unknown> = {}) =>
  withSiteTransactionOrRollback(api.db, site, (tx) =>
    saveProduct(tx, createProductInput({ variants: [createVariantInput({ price: 10, plannedPrices, ...changes })] })),
  );
const applyAt = (now: Date) => runInSite((tx) => applyDuePrices(tx, now));
const product = async () => (await api.call<'GET /product/{id}'>('/product/1', { site })).data.product;
const price = async () => (await product()).declination[0]?.price;
const listedFrom = async (minPrice: number) =>
  (await api.call<'GET /product'>(`/product?gte:price=${minPrice}`, { site })).data.products.length;
const changeCount = async () => (await api.db.select().from(sites).where(eq(sites.id, site)))[0]?.changeCount ?? 0;
const jobTimes = async () => {
  const { rows } = await api.db.$client.query(
    `select run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'apply-planned-prices' and (payload ->> 'site')::integer = $1 order by run_at`,
    [site],
  );
  return rows.map(({ run_at }: { run_at: Date }) => run_at.getTime());
};

describe('a planned price', () => {
  it('applies from its instant to page, list and cart, raises the generation and enters the history', async () => {
    const from = inHours(24);
    await save([{ from: from.toISOString(), price: 20 }]);
    const order = { site, method: 'POST', body: { products: [{ id: 11, quantity: 1 }] } } as const;
    await applyAt(new Date(from.getTime() - 1));
    expect([await price(), await listedFrom(15)]).toEqual([10, 0]);
    const before = await changeCount();
    await applyAt(from);
    expect([await price(), await listedFrom(15)]).toEqual([20, 1]);
    expect(await changeCount()).toBeGreaterThan(before);
    expect(JSON.stringify((await api.call('/order/validate', order)).data)).toContain('20');
    const history = await runInSite((tx) => tx.select().from(priceHistory).orderBy(priceHistory.validFrom));
    expect(history.map((row) => row.price)).toEqual([1000, 2000]);
    const [row] = await runInSite((tx) => tx.select().from(variants));
    expect(row).toMatchObject({ price: 2000, plannedPrices: [] });
  });

  it('raises the revision of its product, so that a form that is open does not undo it', async () => {
    await save([{ from: inHours(1).toISOString(), price: 20 }]);
    const revision = async () => (await runInSite((tx) => readItem(tx, findResource('product'), 1)))?.revision;
    expect(await revision()).toBe(1);
    await applyAt(inHours(2));
    expect(await revision()).toBe(2);
    await applyAt(inHours(2));
    expect(await revision()).toBe(2);
  });

  it('has the only job of its site if it is the next one, and that job queues the one after it', async () => {
    const [one, two, three] = [inHours(1), inHours(2), inHours(3)];
    const planned = [three, one, two].map((from, index) => ({ from: from.toISOString(), price: 20 + index }));
    await save(planned);
    await save(planned);
    expect(await jobTimes()).toEqual([one.getTime()]);
    await applyAt(one);
    await applyAt(one);
    expect(await jobTimes()).toEqual([two.getTime()]);
  });

  it('moves the job of its site when saves alternate the earliest time', async () => {
    const planAt = (from: Date) => [{ from: from.toISOString(), price: 20 }];
    const [one, two] = [inHours(1), inHours(2)];
    for (const from of [one, two, one, two]) await save(planAt(from));
    expect(await jobTimes()).toEqual([two.getTime()]);
    await save(planAt(one));
    expect(await jobTimes()).toEqual([one.getTime()]);
  });

  it('has a job after the product with an earlier one is deleted', async () => {
    const [one, two] = [inHours(1), inHours(2)];
    await save([{ from: one.toISOString(), price: 20 }]);
    const plannedPrices = [{ from: two.toISOString(), price: 20 }];
    const other = { id: 2, slug: 'autre', variants: [createVariantInput({ id: 21, plannedPrices })] };
    await withSiteTransactionOrRollback(api.db, site, (tx) => saveProduct(tx, createProductInput(other)));
    expect(await jobTimes()).toEqual([one.getTime()]);
    await withSiteTransactionOrRollback(api.db, site, (tx) =>
      deleteItem(tx, findResource('product'), { key: 1, revision: 1 }),
    );
    expect(await jobTimes()).toEqual([two.getTime()]);
  });

  it('keeps its job when another transaction, which cannot see it yet, queues a later one', async () => {
    const [one, two, three] = [inHours(1), inHours(2), inHours(3)];
    await save([one, three].map((from) => ({ from: from.toISOString(), price: 20 })));
    const plannedPrices = [{ from: two.toISOString(), price: 20 }];
    const other = { id: 2, slug: 'autre', variants: [createVariantInput({ id: 21, plannedPrices })] };
    let applying: Promise<void> | undefined;
    await runInSite(async (tx) => {
      expect(await saveProduct(tx, createProductInput(other))).toMatchObject({ ok: true });
      applying = applyAt(one);
      await waitForBlockedQuery(api.db);
    });
    await applying;
    expect(await jobTimes()).toEqual([two.getTime()]);
  });

  it('has a job again after a job found no price that had begun', async () => {
    const from = inHours(1);
    await save([{ from: from.toISOString(), price: 20 }]);
    await api.db.$client.query(`delete from graphile_worker._private_jobs where key = $1`, [
      `apply-planned-prices:${site}`,
    ]);
    await applyAt(new Date());
    expect(await jobTimes()).toEqual([from.getTime()]);
  });

  it('has a job that runs at once if it began without being applied', async () => {
    await save([]);
    const [begun, next] = [inHours(-1), inHours(1)];
    const plannedPrices = [begun, next].map((from) => ({ from: from.toISOString(), price: 20, discount: null }));
    await runInSite((tx) => tx.update(variants).set({ plannedPrices }).where(eq(variants.productId, 1)));
    await runInSite(queueNextPriceChange);
    expect(await jobTimes()).toEqual([begun.getTime()]);
  });

  it('is refused more than two years ahead, and nothing is queued', async () => {
    const from = inHours(24 * 366 * 2 + 1).toISOString();
    expect(await save([{ from, price: 20 }])).toMatchObject({
      refusal: 'invalid_input',
      issues: [{ path: ['variants', 0, 'plannedPrices', 0, 'from'], params: { code: 'planned_too_late' } }],
    });
    expect(await jobTimes()).toEqual([]);
  });

  it('does not apply once it is removed, and the other planned prices do', async () => {
    const later = { from: inHours(2).toISOString(), price: 22 };
    await save([{ from: inHours(1).toISOString(), price: 20 }, later]);
    await save([later]);
    await applyAt(inHours(1.5));
    expect(await price()).toBe(10);
    await applyAt(inHours(3));
    expect(await price()).toBe(22);
  });

  it('applies with its discount, and the reduced price enters the history', async () => {
    const discount = { id: 1, type: 'PERCENTAGE', amount: 20 };
    await save([{ from: inHours(1).toISOString(), price: 10, discount }]);
    await applyAt(inHours(1));
    const [variant] = (await product()).declination;
    expect(variant).toMatchObject({ price: 10, discount: { amount: 20 } });
    const history = await runInSite((tx) => tx.select().from(priceHistory).orderBy(priceHistory.validFrom));
    expect(history.map((row) => row.price)).toEqual([1000, 800]);
  });

  it('applies at once if its time has passed when it is saved', async () => {
    await save([{ from: inHours(-1).toISOString(), price: 20 }]);
    expect(await price()).toBe(20);
    expect(await jobTimes()).toEqual([]);
  });

  it('is not applied by the job of another site', async () => {
    await save([{ from: inHours(1).toISOString(), price: 20 }]);
    await insertSite(api.db, ++site);
    await applyAt(inHours(2));
    site--;
    expect(await price()).toBe(10);
    site++;
  });
});
