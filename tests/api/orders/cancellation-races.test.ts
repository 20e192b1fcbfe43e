import { eq, ne } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orderLines, orders } from '#server/api/orders/orders-tables.ts';
import { eraseDeletedAccountOrders } from '#server/api/orders/routes/orders-jobs.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { billingAddress } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;

let staff: Customer;
const customers: Customer[] = [];

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(db, 40);
  staff = await createCustomer(api, { role: 'ADMIN' });
  for (let count = 0; count < 8; count++) customers.push(await createCustomer(api));
});

const customerAt = (index: number): Customer => {
  const customer = customers[index % customers.length];
  if (!customer) throw new Error('no customers');
  return customer;
};

const placeOrder = (customer: Customer, products: { id: number; quantity: number }[], more: object = {}) =>
  call<'POST /order'>('/order', {
    method: 'POST',
    headers: customer.headers,
    body: {
      products,
      user: { phone: '05 45 00 00 00' },
      address: { delivery: billingAddress },
      delivery: { type: 'DELIVERY', idCarrier: 1 },
      payment: 'TRANSFER',
      acceptTerms: true,
      ...more,
    },
  });
const cancel = (id: number) =>
  call(`/admin/order/${id}/state`, { method: 'PUT', headers: staff.headers, body: { state: 'CANCELLED' } });

const setStock = (id: number, quantity: number) =>
  withSiteTransaction(db, 40, (tx) => tx.update(stock).set({ quantity }).where(eq(stock.variantId, id)));
const stockOf = async (id: number) => {
  const [row] = await withSiteTransaction(db, 40, (tx) => tx.select().from(stock).where(eq(stock.variantId, id)));
  return row?.quantity ?? Number.NaN;
};
/** Returns the quantity of a variant that orders have taken from stock and not returned. */
const soldQuantity = async (id: number) => {
  const rows = await withSiteTransaction(db, 40, (tx) =>
    tx
      .select({ taken: orderLines.stockTaken })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(ne(orders.state, 'CANCELLED')),
  );
  return rows
    .flatMap(({ taken }) => taken)
    .filter(({ variantId }) => variantId === id)
    .reduce((sum, { quantity }) => sum + quantity, 0);
};

test('simultaneous orders and cancellations keep the stock consistent', async () => {
  await setStock(11, 30);
  await setStock(22, 30);
  const box = [{ id: 51, quantity: 2 }];
  const pair = [
    { id: 22, quantity: 2 },
    { id: 11, quantity: 3 },
  ];
  const first = await Promise.all(
    Array.from({ length: 6 }, (_, at) => placeOrder(customerAt(at), at % 2 === 0 ? box : pair)),
  );
  expect(first.map(({ status }) => status)).toEqual(Array(6).fill(200));

  const answers = await Promise.all([
    ...first.map(({ data }) => cancel(data.id)),
    ...Array.from({ length: 10 }, (_, at) => placeOrder(customerAt(at), at % 2 === 0 ? box : pair.toReversed())),
    ...first.map(({ data }) => cancel(data.id)),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const cancelled = [...statuses.slice(0, 6), ...statuses.slice(-6)];
  expect(cancelled.filter((status) => status === 200)).toHaveLength(6);

  for (const id of [11, 22]) {
    expect(await stockOf(id)).toBeGreaterThanOrEqual(0);
    expect((await stockOf(id)) + (await soldQuantity(id))).toBe(30);
  }
});

test('a single-use code can be used again once its order is cancelled', async () => {
  await setStock(11, 20);
  const pair = [{ id: 11, quantity: 2 }];
  const withCode = () => placeOrder(customerAt(0), pair, { discount: { code: 'unique' } });
  const placed = await withCode();
  expect([placed.status, (await withCode()).status]).toEqual([200, 409]);
  await cancel(placed.data.id);
  expect([(await withCode()).status, (await withCode()).status]).toEqual([200, 409]);
});

test('cancelling an order restores its stock while the customer deletes the account', async () => {
  await setStock(11, 20);
  const before = await soldQuantity(11);
  const leavingCustomers = await Promise.all(Array.from({ length: 6 }, () => createCustomer(api)));
  const placed = await Promise.all(leavingCustomers.map((customer) => placeOrder(customer, [{ id: 11, quantity: 2 }])));
  expect(await stockOf(11)).toBe(8);
  const answers = await Promise.all(
    placed.flatMap(({ data }, at) => [
      cancel(data.id),
      call('/user', {
        method: 'DELETE',
        headers: leavingCustomers[at]?.headers ?? {},
        body: { password: leavingCustomers[at]?.password },
      }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect([await stockOf(11), await soldQuantity(11)]).toEqual([20, before]);
  await withSiteTransaction(db, 40, (tx) => eraseDeletedAccountOrders(tx, new Date(Date.now() + 2 * 86_400_000)));
  const kept = await withSiteTransaction(db, 40, (tx) => tx.select().from(orders));
  const theirs = kept.filter(({ id }) => placed.some(({ data }) => data.id === id));
  expect(theirs.map(({ userId, email, phone, state }) => [userId, email, phone, state])).toEqual(
    Array(6).fill([null, '', '', 'CANCELLED']),
  );
});

const setStockManagement = (value: boolean) =>
  withSiteTransaction(db, 40, async (tx) => {
    await tx.update(parameters).set({ value }).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT'));
    await notifySiteChanged(tx);
  });

test('cancelling an order placed without stock management restores nothing', async () => {
  await setStockManagement(false);
  const placed = await placeOrder(customerAt(1), [{ id: 11, quantity: 2 }]);
  await setStockManagement(true);
  await setStock(11, 5);
  expect((await cancel(placed.data.id)).status).toBe(200);
  expect(await stockOf(11)).toBe(5);
});
