import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orders as ordersTable } from '#server/api/orders/orders-tables.ts';
import { openEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts';
import { createFolders, hostOf } from '#tests/support/fixtures/estate-folders.ts';
import { OrderLedger, orderInputFor } from '#tests/support/fixtures/order-ledger.ts';
import {
  callApi,
  connectToDatabase,
  createShoppers,
  type Shopper,
  singleUseCode,
  stockPerUnit,
  variantIds,
  writeShopEstate,
} from '#tests/support/fixtures/shop-estates.ts';
import { executeOnServer } from '#tests/support/servers/create-test-database.ts';
import { eventually, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';

const site = 58;
const host = hostOf('pressoir');
const patience = 300_000;
const count = 50;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A PostgreSQL of its own, with a database whose owner is no superuser. */
async function separateServer(dataDir: string): Promise<string> {
  const { connection, close } = await openEmbeddedPostgres(dataDir, { clientKind: 'server', isDurable: false });
  stops.push(close);
  const url = (user: string, database: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(connection.host ?? '')}&port=${connection.port}`;
  await executeOnServer(url('cuvee', 'cuvee'), 'create role owner login createrole nosuperuser');
  await executeOnServer(url('cuvee', 'cuvee'), 'create database plain owner owner');
  return url('owner', 'plain');
}

describe.each(['the embedded database', 'a separate one, as a user without privileges'])(
  'from outside, on %s',
  (which) => {
    let port: number;
    let db: Db;
    let crowd: Shopper[];

    beforeAll(async () => {
      const { root, sitesDir, dataDir } = await createFolders();
      await writeShopEstate(sitesDir, 'pressoir', site, 10);
      const isEmbedded = which === 'the embedded database';
      const url = isEmbedded ? null : await separateServer(`${root}/elsewhere`);
      const server = await runServer({
        env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...(url !== null && { DATABASE_URL: url }) },
      });
      stops.push(() => server.stop());
      await waitUntilOnline(server, host);
      port = server.port;
      db = connectToDatabase(url === null ? { dataDir } : { url });
      crowd = await createShoppers(server, db, host, count, { site });
    }, patience);

    // In the site: an owner who is no superuser sees no row of any otherwise.
    const fill = (quantity: number) => withSiteTransaction(db, site, (tx) => tx.update(stock).set({ quantity }));
    const left = async (id: number): Promise<number> => {
      const rows = await withSiteTransaction(db, site, (tx) => tx.select().from(stock).where(eq(stock.variantId, id)));
      return rows[0]?.quantity ?? Number.NaN;
    };
    const orders = () => withSiteTransaction(db, site, (tx) => tx.$count(ordersTable));

    /** All of them order at the same moment; answers their statuses. */
    const rush = (people: readonly Shopper[], wish: (index: number) => unknown, key?: string) =>
      Promise.all(
        people.map(async ({ cookie }, index) => {
          const headers = { cookie, ...(key !== undefined && { 'idempotency-key': key }) };
          const { status, json } = await callApi(port, host, '/order', { method: 'POST', body: wish(index), headers });
          return { status, json, index };
        }),
      );
    const tally = (answers: readonly { status: number }[]) =>
      Object.fromEntries(
        [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
      );

    test('of fifty who want one of ten bottles ten get one', { timeout: patience }, async () => {
      await fill(10);
      expect(tally(await rush(crowd, () => orderInputFor([[variantIds.red, 1]])))).toEqual({ 200: 10, 409: 40 });
      expect([await left(variantIds.red), await orders()]).toEqual([0, 10]);
    });

    test('lines in opposite orders and boxes that share their contents hold nobody up', {
      timeout: patience,
    }, async () => {
      await fill(36);
      const carts = [
        [variantIds.red, variantIds.white],
        [variantIds.white, variantIds.red],
        [variantIds.box, variantIds.white],
        [variantIds.red, variantIds.box],
        [variantIds.box],
      ].map((ids) => ids.map((id) => [id, 1] as const));
      const cartOf = (index: number) => carts[index % carts.length] ?? [];
      const answers = await rush(crowd.slice(0, 30), (index) => orderInputFor(cartOf(index)));
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      for (const bottle of [variantIds.red, variantIds.white]) {
        const gone = answers
          .filter(({ status }) => status === 200)
          .flatMap(({ index }) => cartOf(index))
          .reduce((sum, [id]) => sum + (stockPerUnit[id]?.[bottle] ?? 0), 0);
        expect(await left(bottle)).toBe(36 - gone);
      }
      // 54 bottles of red are wanted: what is left is less than anybody's wish.
      expect(await left(variantIds.red)).toBeLessThan(3);
    });

    test('a code with one use left is used once by thirty', { timeout: patience }, async () => {
      await fill(1_000);
      const answers = await rush(crowd.slice(0, 30), () => orderInputFor([[variantIds.red, 1]], singleUseCode));
      expect(tally(answers)).toEqual({ 200: 1, 409: 29 });
      expect(await left(variantIds.red)).toBe(999);
    });

    test('one key twenty times at once is one order', { timeout: patience }, async () => {
      await fill(1_000);
      const before = await orders();
      const [one] = crowd as [Shopper];
      const answers = await rush(Array(20).fill(one), () => orderInputFor([[variantIds.box, 1]]), 'twenty-at-once');
      expect(tally(answers)).toEqual({ 200: 20 });
      expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      expect([(await orders()) - before, await left(variantIds.red)]).toEqual([1, 998]);
    });
  },
);

test('two estates that sell at the same time know nothing of each other', { timeout: patience }, async () => {
  const { sitesDir, dataDir } = await createFolders();
  const estates = [
    { name: 'cuvier', id: 61, bottles: 4_000 },
    { name: 'barrique', id: 62, bottles: 7_000 },
  ];
  for (const { name, id, bottles } of estates) await writeShopEstate(sitesDir, name, id, bottles);
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  for (const { name } of estates) await waitUntilOnline(server, hostOf(name));
  const db = connectToDatabase({ dataDir });

  const books: OrderLedger[] = [];
  const staff: Shopper[] = [];
  const crowds: Shopper[][] = [];
  for (const { name, id } of estates) {
    // The same address at two estates is two customers.
    const [same] = await createShoppers(server, db, hostOf(name), 1, { site: id, email: 'both@mail.example' });
    const crowd = [...(await createShoppers(server, db, hostOf(name), 4, { site: id })), same as Shopper];
    const [boss] = await createShoppers(server, db, hostOf(name), 1, { site: id, role: 'ADMIN' });
    staff.push(boss as Shopper);
    crowds.push(crowd);
    books.push(new OrderLedger(crowd));
  }

  let isOver = false;
  const shopping = books.map((book) => book.placeOrders(server.port, () => isOver));
  await eventually(() => {
    for (const book of books) expect(book.acknowledgedOrders.size).toBeGreaterThan(40);
  }, 120);
  isOver = true;
  await Promise.all(shopping);

  for (const [index, { id, bottles }] of estates.entries()) {
    const book = books[index] as OrderLedger;
    expect(Object.keys(book.statusCounts)).toEqual(['200']);
    // Numbers from 1 on, and this estate's stock alone.
    await book.expectMatchesDatabase(db, id, bottles);
    const foreign = [...(books[1 - index] as OrderLedger).acknowledgedOrders.values()];
    const { host, cookie } = staff[index] as Shopper;
    const seen = await callApi(server.port, host, '/admin/order?nbItem=100', { headers: { cookie } });
    const own = new Set([...book.acknowledgedOrders.values()].map(({ shopper }) => shopper.email));
    const { orders, total } = seen.json.data as unknown as {
      orders: { customer: { id: string; email: string } }[];
      total: number;
    };
    expect(total).toBe(book.acknowledgedOrders.size);
    const people = new Set((crowds[index] as Shopper[]).map((shopper) => String(shopper.id)));
    for (const { customer } of orders) expect([own.has(customer.email), people.has(customer.id)]).toEqual([true, true]);

    // With the other estate's cookie nobody is logged in; with one's own, the others' orders do not exist.
    const theirs = foreign[0]?.shopper as Shopper;
    expect((await callApi(server.port, host, '/order', { headers: { cookie: theirs.cookie } })).status).toBe(401);
    const [mine] = crowds[index] as [Shopper];
    const bought = [...book.acknowledgedOrders.values()].filter(({ shopper }) => shopper === mine);
    const list = await callApi(server.port, host, '/order?nbItem=100', { headers: { cookie: mine.cookie } });
    const { total: mineTotal } = list.json.data as unknown as { total: number };
    expect(mineTotal).toBe(bought.length);
    const others = [...book.acknowledgedOrders.values()].find(({ shopper }) => shopper !== mine);
    const read = await callApi(server.port, host, `/order/${others?.id}`, { headers: { cookie: mine.cookie } });
    expect(read.status).toBe(404);
  }
  await server.stop();
});
