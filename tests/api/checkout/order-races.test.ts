import { asc, count, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import {
  createCollectionOrderInput,
  createPlaceOrderInput,
  getDateInDays,
} from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

/** The timeout is long, because many customers order at the same time and the machine may be slow. */
const testTimeoutMs = 180_000;

let api: TestApi;
let shop: ReturnType<typeof createOrderAndStockActions>;
let shops: ReturnType<typeof createOrderAndStockActions>[];
const customers: Customer[] = [];

beforeAll(async () => {
  api = await startTestApi();
  // Three replicas of the API are started, because calls that one process would serialise run in parallel across
  // replicas.
  shops = [api, await api.startReplica(), await api.startReplica()].map(createOrderAndStockActions);
  shop = createOrderAndStockActions(api);
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chêne' });
  await seedShopSettings(api.db, 40);
  for (let index = 0; index < 50; index++) customers.push(await createCustomer(api));
}, testTimeoutMs);

beforeEach(() => shop.setStock({ 11: 1_000, 12: 1_000, 13: 1_000, 22: 1_000, 31: 1_000, 41: 1_000 }));

const shopOf = (index: number) => shops[index % shops.length] as ReturnType<typeof createOrderAndStockActions>;

const countOrders = () => withSiteTransaction(api.db, 40, (tx) => tx.$count(orders));

/** Places one order per customer at the same time, and counts the responses by status. */
async function orderSimultaneously(
  customers: readonly Customer[],
  inputOf: (index: number) => OrderBody,
): Promise<Record<number, number>> {
  const answers = await Promise.all(
    customers.map((customer, index) => shopOf(index).placeOrder(customer, inputOf(index))),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const collectionInput = (...lines: [number, number][]) =>
  createCollectionOrderInput({ products: lines.map(([id, quantity]) => ({ id, quantity })) });

/** Customers with adjacent indexes order different products, so that they do not compete for the same stock row. */
const distinctProducts = (index: number) => [{ id: [11, 12, 13, 22, 31, 41][index % 6] as number, quantity: 1 }];

test('ten bottles are sold to exactly ten of fifty simultaneous customers', { timeout: testTimeoutMs }, async () => {
  await shop.setStock({ 31: 10 });
  const before = await countOrders();
  expect(await orderSimultaneously(customers, () => collectionInput([31, 1]))).toEqual({ 200: 10, 409: 40 });
  expect(await shop.stockOf(31)).toBe(0);
  expect((await countOrders()) - before).toBe(10);
});

test('lines in opposite sequences and boxes with shared contents do not deadlock', {
  timeout: testTimeoutMs,
}, async () => {
  await shop.setStock({ 11: 60, 22: 60 });
  // A box contains two bottles of variant 11 and one of variant 22.
  const inputs = [
    collectionInput([11, 1], [22, 1]),
    collectionInput([22, 1], [11, 1]),
    collectionInput([51, 1], [22, 1]),
    collectionInput([11, 1], [51, 1]),
    collectionInput([51, 1]),
  ];
  const taken = [
    [1, 1],
    [1, 1],
    [2, 2],
    [3, 1],
    [2, 1],
  ];
  const answers = await Promise.all(
    customers.map(async (customer, index) => {
      const { status } = await shopOf(index).placeOrder(customer, inputs[index % inputs.length] as OrderBody);
      return { status, taken: taken[index % taken.length] as [number, number] };
    }),
  );
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const sold = answers.filter(({ status }) => status === 200);
  const sum = (place: 0 | 1) => sold.reduce((total, answer) => total + answer.taken[place], 0);
  expect(await shop.stockOf(11)).toBe(60 - sum(0));
  expect(await shop.stockOf(22)).toBe(60 - sum(1));
  // The carts request 90 of 60 bottles, at most three each, so a cart is refused only when fewer than three remain.
  expect(await shop.stockOf(11)).toBeLessThan(3);
});

test('a code with one use left is used once by thirty simultaneous orders', { timeout: testTimeoutMs }, async () => {
  const counts = await orderSimultaneously(customers.slice(0, 30), (index) =>
    createCollectionOrderInput({ products: distinctProducts(index), discount: { code: 'unique' } }),
  );
  expect(counts).toEqual({ 200: 1, 409: 29 });
  const uses = await withSiteTransaction(api.db, 40, (tx) =>
    tx.select().from(discountCodeUses).where(eq(discountCodeUses.codeId, 6)),
  );
  expect(uses).toHaveLength(1);
});

test('a code with one use per customer is used once by five simultaneous orders', {
  timeout: testTimeoutMs,
}, async () => {
  const [customer] = customers as [Customer];
  const counts = await orderSimultaneously(
    Array.from({ length: 5 }, () => customer),
    () => createCollectionOrderInput({ discount: { code: 'UNEFOIS' } }),
  );
  expect(counts).toEqual({ 200: 1, 409: 4 });
});

test('twenty simultaneous calls with one idempotency key place one order and return it twenty times', {
  timeout: testTimeoutMs,
}, async () => {
  const [customer] = customers as [Customer];
  const before = await countOrders();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      shopOf(index).placeOrder(customer, createPlaceOrderInput(), { key: 'twenty-at-once' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const [first] = answers;
  for (const { data } of answers) expect(data).toEqual(first?.data);
  expect((await countOrders()) - before).toBe(1);
  expect(await shop.stockOf(11)).toBe(994);
});

test('simultaneous calls with one idempotency key and two bodies place one order', {
  timeout: testTimeoutMs,
}, async () => {
  const [customer] = customers as [Customer];
  const before = await countOrders();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      shop.placeOrder(customer, collectionInput([11, 1 + (index % 2)]), { key: 'two-contents' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
  expect((await countOrders()) - before).toBe(1);
});

test('a collection slot for two orders accepts two of twelve simultaneous ones', {
  timeout: testTimeoutMs,
}, async () => {
  const slot = { idSchedule: 2, dateSchedule: getDateInDays(4) };
  expect(
    await orderSimultaneously(customers.slice(0, 12), (index) =>
      createCollectionOrderInput({ ...slot, products: distinctProducts(index) }),
    ),
  ).toEqual({
    200: 2,
    409: 10,
  });
  const other = await shop.placeOrder(
    customers[20] as Customer,
    createCollectionOrderInput({ ...slot, dateSchedule: getDateInDays(5) }),
  );
  expect(other.status).toBe(200);
});

test('cancelling orders while others are placed keeps the stock consistent', { timeout: testTimeoutMs }, async () => {
  await shop.setStock({ 11: 100, 22: 100 });
  const staff = await createCustomer(api, { role: 'ADMIN' });
  const first = await Promise.all(
    customers.slice(0, 10).map((customer) => shop.placeOrder(customer, collectionInput([51, 1], [22, 1]))),
  );
  const cancel = (id: number) =>
    api.call('/admin/order/'.concat(String(id), '/state'), {
      method: 'PUT',
      headers: staff.headers,
      body: { state: 'CANCELLED' },
    });
  const [cancelled, placed] = await Promise.all([
    Promise.all(first.map(({ data }) => cancel(data.id))),
    orderSimultaneously(customers.slice(10, 30), (index) =>
      index % 2 ? collectionInput([22, 1], [11, 1]) : collectionInput([11, 1], [22, 1]),
    ),
  ]);
  expect(cancelled.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(placed).toEqual({ 200: 20 });
  expect([await shop.stockOf(11), await shop.stockOf(22)]).toEqual([80, 80]);
});

describe('after all simultaneous orders', () => {
  test('order numbers are consecutive in the sequence of creation', async () => {
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select({ number: orders.number }).from(orders).orderBy(asc(orders.createdAt)),
    );
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.map(({ number }) => Number(number.slice(5)))).toEqual(rows.map((_, index) => index + 1));
  });

  test('every order has one confirmation and one notice', async () => {
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .select({ orderId: mails.orderId, kind: mails.kind, sent: count() })
        .from(mails)
        .groupBy(mails.orderId, mails.kind),
    );
    const placed = rows.filter(({ kind }) => kind === 'order-confirmation' || kind === 'order-notice');
    expect(placed.every(({ sent }) => sent === 1)).toBe(true);
    expect(placed).toHaveLength(2 * (await countOrders()));
  });

  test('the database reports no deadlock', async () => {
    const { rows } = await api.db.$client.query<{ deadlocks: number }>(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });

  test('the log contains no error', () => {
    expect(api.log.filter(({ level }) => level === 'error' || Number(level) >= 50)).toEqual([]);
  });
});
