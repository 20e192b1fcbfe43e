import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orders as ordersTable } from '#server/api/orders/orders-tables.ts';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';
import { createPreparedServerFolders, getEstateHostOfFolder } from '#tests/support/fixtures/estate-folders.ts';
import { createOrderInput, OrderLedger } from '#tests/support/fixtures/order-ledger.ts';
import {
  callSiteApi,
  connectToDatabase,
  createShoppers,
  type Shopper,
  shopVariantIds,
  singleUseDiscountCode,
  stockUsagePerUnit,
  writeShopEstate,
} from '#tests/support/fixtures/shop-estates.ts';
import { executeSqlOverNewConnection } from '#tests/support/servers/create-test-database.ts';
import { retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const site = 58;
const host = getEstateHostOfFolder('pressoir');
const testTimeoutMs = 300_000;
const customerCount = 50;

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** Starts another PostgreSQL with a database whose owner is not a superuser, and returns its connection string. */
async function startSeparateDatabase(dataDir: string): Promise<string> {
  const { connection, close } = await openEmbeddedPostgresAsSuperuser(dataDir, {
    clientKind: 'server',
    isDurable: false,
  });
  cleanups.push(close);
  const url = (user: string, database: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(connection.host ?? '')}&port=${connection.port}`;
  await executeSqlOverNewConnection(url('cuvee', 'cuvee'), 'create role owner login createrole nosuperuser');
  await executeSqlOverNewConnection(url('cuvee', 'cuvee'), 'create database plain owner owner');
  return url('owner', 'plain');
}

describe.each(['the embedded database', 'a separate database without superuser'])(
  'concurrent orders on %s',
  (databaseKind) => {
    let port: number;
    let db: Db;
    let customers: Shopper[];

    beforeAll(async () => {
      const { root, sitesDir, dataDir } = await createPreparedServerFolders();
      await writeShopEstate(sitesDir, 'pressoir', site, 10);
      const isEmbedded = databaseKind === 'the embedded database';
      const url = isEmbedded ? null : await startSeparateDatabase(`${root}/elsewhere`);
      const server = await runServer({
        env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...(url !== null && { DATABASE_URL: url }) },
      });
      cleanups.push(() => server.stop());
      await waitUntilOnline(server, host);
      port = server.port;
      db = connectToDatabase(url === null ? { dataDir } : { url });
      customers = await createShoppers(server, db, host, customerCount, { site });
    }, testTimeoutMs);

    // The rows are read in a site transaction, because row-level security hides all rows from an owner who is not a
    // superuser.
    const setStock = (quantity: number) => withSiteTransaction(db, site, (tx) => tx.update(stock).set({ quantity }));
    const stockOf = async (id: number): Promise<number> => {
      const rows = await withSiteTransaction(db, site, (tx) => tx.select().from(stock).where(eq(stock.variantId, id)));
      return rows[0]?.quantity ?? Number.NaN;
    };
    const orderCount = () => withSiteTransaction(db, site, (tx) => tx.$count(ordersTable));

    const orderConcurrently = (shoppers: readonly Shopper[], inputOf: (index: number) => unknown, key?: string) =>
      Promise.all(
        shoppers.map(async ({ cookie }, index) => {
          const headers = { cookie, ...(key !== undefined && { 'idempotency-key': key }) };
          const { status, json } = await callSiteApi(port, host, '/order', {
            method: 'POST',
            body: inputOf(index),
            headers,
          });
          return { status, json, index };
        }),
      );
    const countStatuses = (responses: readonly { status: number }[]) =>
      Object.fromEntries(
        [...Map.groupBy(responses, ({ status }) => status)].map(([status, all]) => [status, all.length]),
      );

    test('ten of fifty customers get one of ten bottles', { timeout: testTimeoutMs }, async () => {
      await setStock(10);
      expect(
        countStatuses(await orderConcurrently(customers, () => createOrderInput([[shopVariantIds.red, 1]]))),
      ).toEqual({
        200: 10,
        409: 40,
      });
      expect([await stockOf(shopVariantIds.red), await orderCount()]).toEqual([0, 10]);
    });

    test('lines in opposite order and boxes with shared contents cause no deadlock', {
      timeout: testTimeoutMs,
    }, async () => {
      await setStock(36);
      const carts = [
        [shopVariantIds.red, shopVariantIds.white],
        [shopVariantIds.white, shopVariantIds.red],
        [shopVariantIds.box, shopVariantIds.white],
        [shopVariantIds.red, shopVariantIds.box],
        [shopVariantIds.box],
      ].map((ids) => ids.map((id) => [id, 1] as const));
      const cartOf = (index: number) => carts[index % carts.length] ?? [];
      const responses = await orderConcurrently(customers.slice(0, 30), (index) => createOrderInput(cartOf(index)));
      expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      for (const bottle of [shopVariantIds.red, shopVariantIds.white]) {
        const sold = responses
          .filter(({ status }) => status === 200)
          .flatMap(({ index }) => cartOf(index))
          .reduce((sum, [id]) => sum + (stockUsagePerUnit[id]?.[bottle] ?? 0), 0);
        expect(await stockOf(bottle)).toBe(36 - sold);
      }
      // The carts request 54 bottles of red, so that fewer remain than the three that the largest cart needs.
      expect(await stockOf(shopVariantIds.red)).toBeLessThan(3);
    });

    test('a code with one use left is used once by thirty customers', { timeout: testTimeoutMs }, async () => {
      await setStock(1_000);
      const responses = await orderConcurrently(customers.slice(0, 30), () =>
        createOrderInput([[shopVariantIds.red, 1]], singleUseDiscountCode),
      );
      expect(countStatuses(responses)).toEqual({ 200: 1, 409: 29 });
      expect(await stockOf(shopVariantIds.red)).toBe(999);
    });

    test('twenty concurrent requests with one idempotency key create one order', {
      timeout: testTimeoutMs,
    }, async () => {
      await setStock(1_000);
      const before = await orderCount();
      const [customer] = customers as [Shopper];
      const responses = await orderConcurrently(
        Array(20).fill(customer),
        () => createOrderInput([[shopVariantIds.box, 1]]),
        'twenty-at-once',
      );
      expect(countStatuses(responses)).toEqual({ 200: 20 });
      expect(new Set(responses.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      expect([(await orderCount()) - before, await stockOf(shopVariantIds.red)]).toEqual([1, 998]);
    });
  },
);

test('orders of two sites are isolated from each other', { timeout: testTimeoutMs }, async () => {
  const { sitesDir, dataDir } = await createPreparedServerFolders();
  const estates = [
    { name: 'cuvier', id: 61, bottles: 4_000 },
    { name: 'barrique', id: 62, bottles: 7_000 },
  ];
  for (const { name, id, bottles } of estates) await writeShopEstate(sitesDir, name, id, bottles);
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  for (const { name } of estates) await waitUntilOnline(server, getEstateHostOfFolder(name));
  const db = connectToDatabase({ dataDir });

  const ledgers: OrderLedger[] = [];
  const admins: Shopper[] = [];
  const customersBySite: Shopper[][] = [];
  for (const { name, id } of estates) {
    // A customer with the same email address at two sites has two accounts.
    const [shared] = await createShoppers(server, db, getEstateHostOfFolder(name), 1, {
      site: id,
      email: 'both@mail.example',
    });
    const siteCustomers = [
      ...(await createShoppers(server, db, getEstateHostOfFolder(name), 4, { site: id })),
      shared as Shopper,
    ];
    const [admin] = await createShoppers(server, db, getEstateHostOfFolder(name), 1, { site: id, role: 'ADMIN' });
    admins.push(admin as Shopper);
    customersBySite.push(siteCustomers);
    ledgers.push(new OrderLedger(siteCustomers));
  }

  let isOver = false;
  const shopping = ledgers.map((ledger) => ledger.placeOrders(server.port, () => isOver));
  await retryUntilPasses(() => {
    for (const ledger of ledgers) expect(ledger.acknowledgedOrders.size).toBeGreaterThan(40);
  }, 120);
  isOver = true;
  await Promise.all(shopping);

  for (const [index, { id, bottles }] of estates.entries()) {
    const ledger = ledgers[index] as OrderLedger;
    expect(Object.keys(ledger.statusCounts)).toEqual(['200']);
    await ledger.expectMatchesDatabase(db, id, bottles);
    const foreign = [...(ledgers[1 - index] as OrderLedger).acknowledgedOrders.values()];
    const { host, cookie } = admins[index] as Shopper;
    const adminList = await callSiteApi(server.port, host, '/admin/order?nbItem=100', { headers: { cookie } });
    const emails = new Set([...ledger.acknowledgedOrders.values()].map(({ shopper }) => shopper.email));
    const { orders, total } = adminList.json.data as unknown as {
      orders: { customer: { id: string; email: string } }[];
      total: number;
    };
    expect(total).toBe(ledger.acknowledgedOrders.size);
    const userIds = new Set((customersBySite[index] as Shopper[]).map((shopper) => String(shopper.id)));
    for (const { customer } of orders)
      expect([emails.has(customer.email), userIds.has(customer.id)]).toEqual([true, true]);

    // Customers cannot use a session of the other site, and orders of other customers do not exist for them.
    const foreignShopper = foreign[0]?.shopper as Shopper;
    expect(
      (await callSiteApi(server.port, host, '/order', { headers: { cookie: foreignShopper.cookie } })).status,
    ).toBe(401);
    const [shopper] = customersBySite[index] as [Shopper];
    const ownOrders = [...ledger.acknowledgedOrders.values()].filter((order) => order.shopper === shopper);
    const list = await callSiteApi(server.port, host, '/order?nbItem=100', { headers: { cookie: shopper.cookie } });
    const { total: ownTotal } = list.json.data as unknown as { total: number };
    expect(ownTotal).toBe(ownOrders.length);
    const foreignOrder = [...ledger.acknowledgedOrders.values()].find((order) => order.shopper !== shopper);
    const response = await callSiteApi(server.port, host, `/order/${foreignOrder?.id}`, {
      headers: { cookie: shopper.cookie },
    });
    expect(response.status).toBe(404);
  }
  await server.stop();
});
