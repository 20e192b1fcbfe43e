import { beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '#server/api/database/migrate.ts';
import { prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { createBearerHeader } from '#tests/support/fixtures/create-customer.ts';
import {
  advanceSequences,
  type FirstShopResponses,
  firstShopMigrationCount,
  insertFirstShopRows,
  readFirstShopRowsAndResponses,
} from '#tests/support/fixtures/first-shop.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { createDatabaseBeforeMigrationNumber } from '#tests/support/servers/older-database.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { rows, answers } = readFirstShopRowsAndResponses();
const db = await createDatabaseBeforeMigrationNumber(firstShopMigrationCount);
for (const site of [40, 41]) await insertFirstShopRows(db, site, rows);
await advanceSequences(db, rows);
await migrate(db, prepareJobTables);
const connectionString = db.$client.options.connectionString ?? '';
const { call, log } = await startTestApi({ database: { db, connection: { connectionString }, url: connectionString } });

describe.each([40, 41])('the database of the first shop after its upgrade, at site %i', (site) => {
  const { customer, staff, lang, orders, staffOrders, products, pages } = answers[site] as FirstShopResponses;
  let member: Record<string, string>;
  let manager: Record<string, string>;

  const logIn = async ({ email, password }: FirstShopResponses['customer']) => {
    const body = { identifier: email, password };
    const { status, data } = await call<'POST /login'>('/login', { method: 'POST', site, lang, body });
    expect(status).toBe(200);
    return createBearerHeader(data.token ?? '');
  };
  beforeAll(async () => {
    member = await logIn(customer);
    manager = await logIn(staff);
  });
  const byCustomer = () => ({ site, lang, headers: member });
  const byStaff = () => ({ site, lang, headers: manager });

  test('shows customers their orders with the same amounts, lines, addresses and states', async () => {
    const list = await call<'GET /order'>('/order?nbItem=100', byCustomer());
    expect(list.data.orders.map(({ id, number, total }) => [id, number, total]).toSorted()).toEqual(
      orders.map(({ id, number, total }) => [id, number, total]).toSorted(),
    );
    for (const order of orders) {
      const { data } = await call<'GET /order/{id}'>(`/order/${order.id}`, byCustomer());
      expect(data.order).toMatchObject(order);
    }
  });

  test('shows staff all orders with their customers, also that of a deleted account', async () => {
    const { data } = await call<'GET /admin/order'>('/admin/order?nbItem=100', byStaff());
    expect(data.orders).toMatchObject(staffOrders);
    for (const { id, total } of staffOrders) {
      const detail = await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, byStaff());
      expect(detail.data.order).toMatchObject({ id, total, mails: expect.any(Array) });
    }
    const { data: customers } = await call<'GET /admin/customer'>('/admin/customer', byStaff());
    expect(customers.customers.map(({ email }) => email)).toContain(customer.email);
    const { data: withdrawals } = await call<'GET /admin/withdrawal'>('/admin/withdrawal', byStaff());
    expect(withdrawals.withdrawals).toMatchObject([{ email: customer.email, orderNumber: '2026-00001' }]);
  });

  test('shows the same products, prices and stock, and finds them', async () => {
    const { data } = await call<'GET /product'>('/product?nbItem=100', { site, lang });
    for (const product of products) expect(data.products.find(({ id }) => id === product.id)).toMatchObject(product);
    expect(data.products).toHaveLength(products.length);
    for (const { id, name, slug } of products) {
      const detail = await call<'GET /product/{id}'>(`/product/${id}`, { site, lang });
      expect(detail.data.product).toMatchObject({ id, name, slug });
      const found = await call<'GET /product'>(`/product?search=${encodeURIComponent(name)}`, { site, lang });
      expect(found.data.products.map((product) => product.id)).toContain(id);
    }
  });

  test('shows every page with sections that today’s schemas accept', async () => {
    const { data } = await call<'GET /page/tree'>('/page/tree', { site, lang });
    const urls = data.pages.map(({ url }) => url);
    for (const { url } of pages.slice(0, 2)) expect(urls).toContain(url);
    const ids = pages.flatMap(({ page }) => page ?? []);
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) {
      const { data: page } = await call<'GET /page/{id}'>(`/page/${id}`, { site, lang });
      expect(page.page.layouts.length).toBeGreaterThan(0);
    }
    expect(log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  test('takes an order with the next number, and keeps subscriptions', async () => {
    const id = orders[0]?.products[0]?.id ?? 0;
    const body = createPlaceOrderInput({ products: [{ id, quantity: 6 }] });
    const placed = await call<'POST /order'>('/order', { ...byCustomer(), method: 'POST', body });
    expect([placed.status, placed.data.number]).toEqual([200, expect.stringMatching(/-00006$/)]);
    expect(placed.data.id).toBeGreaterThan(Math.max(...staffOrders.map(({ id }) => id)));
    const { data } = await call<'GET /user/newsletter/subscription'>('/user/newsletter/subscription', byCustomer());
    expect(data.lists).toEqual([1, 2]);
  });
});
