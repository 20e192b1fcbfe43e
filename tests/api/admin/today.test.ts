import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { parameters, visitCounts } from '#server/api/site/site-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { addDays, localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;
const timeZone = 'Europe/Paris';

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) {
    await seedEstate(db, api.filesDir, { id, mark: `Estate ${id}` });
    await seedShopSettings(db, id);
  }
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});

const readToday = async () => (await call<'GET /admin/today'>('/admin/today', { headers: staff.headers })).data;

describe('GET /admin/today', () => {
  test('lists the orders to pack with the oldest first, and counts those that wait', async () => {
    const paid = await seedOrder(api, camille, { order: { state: 'PAID' } });
    const collected = await seedOrder(api, camille, {
      order: { deliveryType: 'CLICK_AND_COLLECT', paymentMethod: 'AT_PICKUP' },
    });
    await seedOrder(api, camille);
    await seedOrder(api, camille, { order: { state: 'READY' } });
    await seedOrder(api, camille, { order: { state: 'SHIPPED' } });
    const { ordersToPack, unpaidOrders, readyOrders } = await readToday();
    expect([ordersToPack.count, unpaidOrders, readyOrders]).toEqual([2, 1, 1]);
    expect(ordersToPack.items.map(({ id, name }) => [id, name])).toEqual([
      [paid, 'Camille Vignaud'],
      [collected, 'Camille Vignaud'],
    ]);
  });

  test('counts the money to pay back, until staff record that it was paid', async () => {
    const put = (id: number, action: string, body: object) =>
      call(`/admin/order/${id}/${action}`, { method: 'PUT', body, headers: staff.headers });
    const id = await seedOrder(api, camille, { order: { total: 10_200, paymentMethod: 'CHEQUE' } });
    const unpaid = await seedOrder(api, camille, { order: { total: 500, paymentMethod: 'CHEQUE' } });
    for (const state of ['PAID', 'CANCELLED']) await put(id, 'state', { state });
    await put(unpaid, 'state', { state: 'CANCELLED' });
    expect((await readToday()).refundsToPay).toEqual({ count: 1, total: 102 });
    const found = await call<'GET /admin/order'>('/admin/order?isToRefund=true', { headers: staff.headers });
    expect(found.data.orders.map((order) => order.id)).toEqual([id]);
    await call(`/admin/order/${id}/refund`, {
      method: 'POST',
      body: { amount: 102, refundedBefore: 0 },
      headers: staff.headers,
    });
    expect((await readToday()).refundsToPay).toEqual({ count: 1, total: 102 });
    const { data } = await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers });
    const idRefund = data.order.refunds[0]?.id;
    expect((await put(unpaid, 'refund', { idRefund })).status).toBe(404);
    expect((await put(id, 'refund', { idRefund })).status).toBe(200);
    expect((await readToday()).refundsToPay).toEqual({ count: 0, total: 0 });
  });

  test('sums sales by day in the time zone of the site, without cancelled orders and those of other estates', async () => {
    const today = toLocalDay(Date.now(), timeZone);
    const day = addDays(today, -3);
    const dayBefore = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    const at = (date: string, time: string) => new Date(localTimeToEpochMs(date, time, timeZone));
    await seedOrder(api, camille, { order: { createdAt: at(day, '00:10'), total: 1_050 } });
    await seedOrder(api, camille, { order: { createdAt: at(day, '23:50'), total: 2_000 } });
    await seedOrder(api, camille, { order: { createdAt: at(day, '12:00'), total: 9_900, state: 'CANCELLED' } });
    await seedOrder(api, camille, { order: { createdAt: at(dayBefore, '12:00'), total: 700 } });
    const other = await createCustomer(api, { site: 41 });
    await seedOrder(api, other, { order: { createdAt: at(day, '12:00'), total: 5_000 } });
    const { sales } = await readToday();
    expect(sales).toHaveLength(30);
    expect([sales[0]?.day, sales.at(-1)?.day]).toEqual([addDays(today, -29), today]);
    expect(sales.find((entry) => entry.day === day)).toEqual({
      day,
      orders: 2,
      total: 30.5,
      totalOfYearBefore: day.endsWith('02-29') ? 0 : 7,
    });
  });

  test('sums the visits of all sources by day', async () => {
    const day = toLocalDay(Date.now(), 'Europe/Paris');
    await withSiteTransaction(db, 40, (tx) =>
      tx.insert(visitCounts).values([
        { day, source: 'direct', count: 3 },
        { day, source: 'letter', count: 4 },
        { day: addDays(day, -31), source: 'direct', count: 9 },
      ]),
    );
    const { visits } = await readToday();
    expect([visits.length, visits.at(-1), visits[0]?.visits]).toEqual([30, { day, visits: 7 }, 0]);
  });

  test('lists low stock only while the estate manages its stock', async () => {
    await withSiteTransaction(db, 40, async (tx) => {
      await tx.delete(stock);
      await tx.insert(stock).values([
        { variantId: 11, quantity: 5 },
        { variantId: 21, quantity: 6 },
      ]);
      await tx.delete(parameters).where(eq(parameters.type, 'STOCK_LIMIT_DISPLAY'));
      await tx.delete(parameters).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT'));
      await tx.insert(parameters).values({ type: 'STOCK_LIMIT_DISPLAY', value: 6 });
    });
    expect((await readToday()).lowStock.count).toBe(0);
    await withSiteTransaction(db, 40, (tx) =>
      tx.insert(parameters).values({ type: 'USE_STOCK_MANAGEMENT', value: true }),
    );
    const { lowStock } = await readToday();
    expect(lowStock).toMatchObject({ count: 1, items: [{ id: 11, quantity: 5 }] });
    expect(lowStock.items[0]?.name).not.toBe('');
  });

  test('counts the withdrawals that are not handled', async () => {
    const row = { receivedAt: new Date(), name: 'A', email: 'a@mail.example', orderNumber: '1', message: '' };
    await withSiteTransaction(db, 40, (tx) => tx.insert(withdrawals).values([row, { ...row, handledAt: new Date() }]));
    expect((await readToday()).openWithdrawals).toBe(1);
  });
});

describe('POST /admin/mail/{id}/retry', () => {
  const insertMail = async (fields: Partial<typeof mails.$inferInsert> = {}) => {
    const [row] = await withSiteTransaction(db, 40, (tx) =>
      tx
        .insert(mails)
        .values({
          kind: 'order-paid',
          recipient: 'a@mail.example',
          sender: 'Estate <estate@mail.example>',
          subject: 'Paid',
          html: '<p>Paid</p>',
          text: 'Paid',
          attachments: [],
          isSecret: false,
          state: 'FAILED',
          attempts: 10,
          lastError: 'unknown mailbox',
          ...fields,
        })
        .returning({ id: mails.id }),
    );
    return row?.id ?? 0;
  };
  const retry = (id: number) => call(`/admin/mail/${id}/retry`, { method: 'POST', headers: staff.headers });

  test('queues a mail that was given up, and removes it from the list of failed mails', async () => {
    const id = await insertMail();
    expect((await readToday()).failedMails).toMatchObject({
      count: 1,
      items: [{ id, lastError: 'unknown mailbox', canRetry: true }],
    });
    expect((await retry(id)).status).toBe(200);
    const [mail] = await withSiteTransaction(db, 40, (tx) => tx.select().from(mails).where(eq(mails.id, id)));
    expect(mail).toMatchObject({ state: 'QUEUED', attempts: 0 });
    const audit = await call(`/admin/audit?resource=mail&key=${id}`, { headers: staff.headers });
    expect(JSON.parse(audit.text).data.entries).toMatchObject([
      { email: staff.email, before: { state: 'FAILED' }, after: { state: 'QUEUED' } },
    ]);
    const { rows } = await db.$client.query('select count(*)::int as jobs from graphile_worker.jobs');
    expect(rows[0]?.jobs).toBeGreaterThan(0);
    expect((await readToday()).failedMails.count).toBe(0);
  });

  test('refuses a mail that was sent, and one whose secret content was erased', async () => {
    expect((await retry(await insertMail({ state: 'SENT' }))).status).toBe(409);
    const erased = await insertMail({ html: '', text: '', isSecret: true });
    const answer = await retry(erased);
    expect([answer.status, (await readToday()).failedMails.items[0]?.canRetry]).toEqual([409, false]);
  });

  test('does not find the mails of another estate', async () => {
    const id = await insertMail();
    const neighbour = await createCustomer(api, { site: 41, role: 'ADMIN' });
    const answer = await call(`/admin/mail/${id}/retry`, { method: 'POST', site: 41, headers: neighbour.headers });
    expect(answer.status).toBe(404);
  });
});
