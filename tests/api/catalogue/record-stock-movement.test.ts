import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { manualStockMovements, stock } from '#server/api/catalogue/catalogue-tables.ts';
import { addToStock } from '#server/api/catalogue/product-repository.ts';
import { recordStockMovement } from '#server/api/catalogue/stock-changes.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { ProductFile } from '#server/import/content-schema.ts';
import { importSite } from '#server/import/import-site.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { copyStarterSite, createTemporaryFolder, editJson } from '#tests/support/fixtures/starter-site.ts';
import { runScript, runScriptHere } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await openTestDatabase();
const sitesDir = await createTemporaryFolder();
const filesDir = await createTemporaryFolder();
let dir: string;

const runInSite = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(database.db, 42, work);
const runImport = (options = {}) => importSite({ db: database.db, filesDir }, dir, options);
const quantityOf = async (variantId: number) =>
  (await runInSite((tx) => tx.select().from(stock).where(eq(stock.variantId, variantId))))[0]?.quantity;
const setInFolder = (slug: string, quantity: number) =>
  editJson<ProductFile>(join(dir, `content/products/${slug}.json`), (product) => {
    product.declinations[0]!.quantity = quantity;
  });
const env = { SITES_DIR: sitesDir, DATA_DIR: filesDir, DATABASE_URL: database.url };
const site = (...args: string[]) => runScriptHere('server/cli/site.ts', args, env);

beforeAll(async () => {
  dir = await copyStarterSite(sitesDir, 'chateau-b', 42);
  await runImport();
});

describe('an import', () => {
  test('changes the stock of what was never sold, and none of what was sold, not even with overwrite', async () => {
    await setInFolder('red', 500);
    await setInFolder('white', 600);
    await runImport();
    expect(await quantityOf(101)).toBe(500);
    await runInSite((tx) => addToStock(tx, new Map([[101, -500]])));
    await setInFolder('red', 700);
    await setInFolder('white', 800);
    expect(await runImport({ shouldOverwrite: true })).toMatchObject({ kept: 0 });
    expect([await quantityOf(101), await quantityOf(102)]).toEqual([0, 800]);
  });

  test('changes no stock that was sold and returned', async () => {
    await setInFolder('white', 10);
    await runImport();
    for (const amount of [-6, 6]) await runInSite((tx) => addToStock(tx, new Map([[102, amount]])));
    await setInFolder('white', 900);
    await runImport({ shouldOverwrite: true });
    expect(await quantityOf(102)).toBe(10);
  });
});

describe('recordStockMovement', () => {
  const movement = { variantId: 103, reason: 'bottling', userId: null, reserved: 0 };

  test('changes the stock, records the movement, and protects it from imports', async () => {
    await runInSite((tx) => recordStockMovement(tx, { ...movement, kind: 'SET', quantity: 40 }));
    const moved = await runInSite((tx) => recordStockMovement(tx, { ...movement, kind: 'ADD', quantity: 12 }));
    expect(moved).toMatchObject({ ok: true, value: { before: 40, after: 52 } });
    const rows = await runInSite((tx) => tx.select().from(manualStockMovements).orderBy(manualStockMovements.id));
    expect(rows.at(-1)).toMatchObject({ kind: 'ADD', before: 40, after: 52, reason: 'bottling', userId: null });
    await setInFolder('grape-juice', 999);
    await runImport({ shouldOverwrite: true });
    expect(await quantityOf(103)).toBe(52);
  });

  test('refuses a negative stock and an unknown variant', async () => {
    const remove = { ...movement, kind: 'ADD', quantity: -1_000 } as const;
    expect(await runInSite((tx) => recordStockMovement(tx, remove))).toMatchObject({
      ok: false,
      refusal: 'invalid_quantity',
    });
    expect(await runInSite((tx) => recordStockMovement(tx, { ...remove, variantId: 9 }))).toMatchObject({
      ok: false,
      refusal: 'unknown_variant',
    });
  });

  test('loses no movement of two at the same time', async () => {
    const before = (await quantityOf(103)) ?? 0;
    await Promise.all(
      [5, 7].map((quantity) => runInSite((tx) => recordStockMovement(tx, { ...movement, kind: 'ADD', quantity }))),
    );
    expect(await quantityOf(103)).toBe(before + 12);
  });
});

describe('npm run site -- stock', () => {
  test('lists the stock and the bottles of open orders, and counts them', async () => {
    const customer = await createCustomer(database, { site: 42 });
    const lines = [{ variantId: 103, stockTaken: [{ variantId: 103, quantity: 6 }] }];
    for (const state of ['PENDING', 'CANCELLED'] as const)
      await seedOrder(database, customer, { order: { state }, lines });
    await site('stock', 'chateau-b', '--variant', '103', '--set', '20');
    expect((await runScript('server/cli/site.ts', ['stock', 'chateau-b'], env)).output).toMatch(/103 .* 20 +6\n/);
    expect(await site('stock', 'chateau-b', '--variant', '103', '--count', '58', '--reason', 'June')).toMatchObject({
      code: 0,
      output: expect.stringContaining('20 → 52 to sell, and 6 in open orders'),
    });
    expect(await site('stock', 'chateau-b', '--variant', '103', '--add=-2')).toMatchObject({ code: 0 });
    expect(await quantityOf(103)).toBe(50);
  });

  test.each([
    [['stock'], 64],
    [['stock', 'nowhere'], 66],
    [['stock', 'chateau-b', '--variant', '103'], 64],
    [['stock', 'chateau-b', '--add', '3'], 64],
    [['stock', 'chateau-b', '--variant', '103', '--add', '3', '--set', '3'], 64],
    [['stock', 'chateau-b', '--variant', '103', '--set', '1.5'], 64],
    [['stock', 'chateau-b', '--variant', '9', '--add', '3'], 66],
    [['stock', 'chateau-b', '--variant', '103', '--add=-5000'], 65],
  ])('rejects the arguments %j', async (args, code) => {
    expect(await site(...args)).toMatchObject({ code });
  });
});
