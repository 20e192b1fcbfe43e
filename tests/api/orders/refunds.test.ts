import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { eraseContactDataOfOrders } from '#server/api/orders/order-erasure.ts';
import { offlinePaymentProvider } from '#server/api/payments/payment-provider.ts';
import { createPaymentProviders } from '#server/api/payments/payment-providers.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createFakePaymentProvider, saveFakePaymentSecret } from '#tests/support/fixtures/fake-payment-provider.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, type SeedOrderOptions, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const provider = createFakePaymentProvider();
const payments = createPaymentProviders([provider, { ...offlinePaymentProvider, methods: ['CHEQUE', 'AT_PICKUP'] }]);
const api = await startTestApi({ providers: { ...apiProviders, payments } });
const { db, call } = api;
const { stockOf, setStock } = createOrderAndStockActions(api);
/** The refunds that the platform has requested from the provider. */
const providerRefunds: { reference: string; amount: number; refundId: string }[] = [];
provider.online.refund = async (_tx, { reference, amount, refundId }) => {
  providerRefunds.push({ reference, amount, refundId });
};

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(db, 40);
  await saveFakePaymentSecret(db, 40);
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});
beforeEach(async () => {
  providerRefunds.length = 0;
  await setStock({ 11: 100 });
});

/** Inserts an order of 36 euros for two bottles, by default paid by cheque. */
const insertPaidOrder = (order: SeedOrderOptions['order'] = {}) =>
  seedOrder(api, camille, { order: { state: 'PAID', paymentMethod: 'CHEQUE', ...order } });
const refund = (id: number, body: object, headers = staff.headers) =>
  call<'POST /admin/order/{id}/refund'>(`/admin/order/${id}/refund`, {
    method: 'POST',
    body: { refundedBefore: 0, ...body },
    headers,
  });
const cancel = (id: number) =>
  call(`/admin/order/${id}/state`, { method: 'PUT', body: { state: 'CANCELLED' }, headers: staff.headers });
const readOrder = async (id: number) =>
  (await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers })).data.order;
const mailsOf = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);

describe('POST /admin/order/{id}/refund', () => {
  test('refunds several parts, up to what was paid, and notifies the customer of the amount and the reason', async () => {
    const id = await insertPaidOrder();
    const { data } = await refund(id, { amount: 10.1, reason: 'Bouteille cassée' });
    expect(data.order).toMatchObject({
      refunded: 10.1,
      refundable: 25.9,
      refunds: [{ amount: 10.1, method: 'ESTATE', reason: 'Bouteille cassée', staff: staff.email }],
    });
    const [mail] = await mailsOf(id);
    expect([mail?.kind, mail?.recipient]).toEqual(['order-refunded', camille.email]);
    expect(mail?.text).toMatch(/10,10\s€/);
    expect(mail?.text).toContain('Bouteille cassée');
    expect((await refund(id, { amount: 25.91, refundedBefore: 10.1 })).status).toBe(409);
    expect((await refund(id, { amount: 25.9, refundedBefore: 10.1 })).data.order.refundable).toBe(0);
    expect((await refund(id, { amount: 0.01, refundedBefore: 36 })).status).toBe(409);
    const own = await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers });
    expect(own.data.order.refunds.map(({ amount, reason }) => [amount, reason])).toEqual([
      [10.1, 'Bouteille cassée'],
      [25.9, ''],
    ]);
  });

  test('refuses a repeated call, which would refund twice', async () => {
    const id = await insertPaidOrder();
    await refund(id, { amount: 5 });
    expect((await refund(id, { amount: 5 })).status).toBe(409);
    expect((await readOrder(id)).refunded).toBe(5);
  });

  test('never refunds more than was paid by simultaneous calls', async () => {
    const id = await insertPaidOrder();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 20 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readOrder(id)).toMatchObject({ refunded: 20, refundable: 16 });
  });

  test.each([
    ['an unpaid order', { state: 'PENDING' }],
    ['an unpaid order that was cancelled', { state: 'CANCELLED' }],
    ['an order that was cancelled and refunded by the provider', { state: 'CANCELLED', paymentReference: 'pay-0' }],
  ] as const)('refuses %s', async (_case, order) => {
    const id = await insertPaidOrder({ paymentMethod: 'TRANSFER', ...order });
    expect((await refund(id, { amount: 1 })).status).toBe(409);
    expect((await readOrder(id)).refundable).toBe(0);
  });

  test.each([{ amount: 0 }, { amount: -1 }, { amount: 0.001 }, { amount: 1, lines: [{ position: 0, quantity: 0 }] }])(
    'rejects the body %j',
    async (body) => {
      expect((await refund(await insertPaidOrder(), body)).status).toBe(400);
    },
  );

  test('calls the provider with a distinct id for each part of an online payment', async () => {
    const id = await insertPaidOrder({ paymentMethod: 'TRANSFER', paymentReference: 'pay-1' });
    await refund(id, { amount: 6 });
    await refund(id, { amount: 6, refundedBefore: 6 });
    expect(providerRefunds.map(({ reference, amount }) => [reference, amount])).toEqual([
      ['pay-1', 600],
      ['pay-1', 600],
    ]);
    expect(new Set(providerRefunds.map(({ refundId }) => refundId)).size).toBe(2);
    expect((await readOrder(id)).refunds.map(({ method }) => method)).toEqual(['PROVIDER', 'PROVIDER']);
  });

  test('leaves the rest of an online payment to the cancellation of the order', async () => {
    const id = await insertPaidOrder({ paymentMethod: 'TRANSFER', paymentReference: 'pay-2' });
    await refund(id, { amount: 6 });
    expect((await cancel(id)).status).toBe(200);
    expect(providerRefunds.map(({ amount }) => amount)).toEqual([600, 3_000]);
    expect(await readOrder(id)).toMatchObject({ refunded: 36, refundable: 0 });
  });

  test('refunds the rest of an order that was cancelled after its payment provider had been removed', async () => {
    // No provider of this test offers online payments for the method of the order, as if its provider had been removed.
    const id = await insertPaidOrder({ paymentReference: 'pay-3' });
    await refund(id, { amount: 6 });
    expect((await cancel(id)).status).toBe(200);
    expect(await readOrder(id)).toMatchObject({ refunded: 6, refundable: 30 });
    const { data } = await refund(id, { amount: 30, refundedBefore: 6 });
    expect(data.order).toMatchObject({ refunded: 36, refundable: 0, refunds: [{}, { method: 'ESTATE' }] });
    expect(providerRefunds).toEqual([]);
  });

  test('returns units to the stock once, and the cancellation returns the others', async () => {
    const id = await insertPaidOrder();
    const lines = [{ position: 0, quantity: 1 }];
    await refund(id, { amount: 12, lines, returnsStock: true });
    expect(await stockOf(11)).toBe(101);
    await cancel(id);
    expect(await stockOf(11)).toBe(102);
    const again = { amount: 12, refundedBefore: 12, lines, returnsStock: true };
    expect((await refund(id, again)).status).toBe(409);
    expect((await refund(id, { ...again, returnsStock: false })).status).toBe(200);
    expect(await stockOf(11)).toBe(102);
  });

  test.each([
    ['more units than the line has', [{ position: 0, quantity: 3 }]],
    [
      'a line twice',
      [
        { position: 0, quantity: 1 },
        { position: 0, quantity: 1 },
      ],
    ],
    ['an unknown line', [{ position: 1, quantity: 1 }]],
  ])('refuses %s', async (_case, lines) => {
    const id = await insertPaidOrder();
    expect((await refund(id, { amount: 1, lines, returnsStock: true })).status).toBe(409);
    expect([await stockOf(11), (await readOrder(id)).refunds]).toEqual([100, []]);
  });

  test('leaves an audit row with the amount and without the reason, which is erased with the customer', async () => {
    const id = await insertPaidOrder();
    await refund(id, { amount: 3, reason: 'Mme Vignaud était absente' });
    const rows = await withSiteTransaction(db, 40, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.key, String(id))),
    );
    expect(rows).toMatchObject([{ userId: staff.id, resource: 'order', after: { refundedCents: '300' } }]);
    expect(JSON.stringify(rows)).not.toContain('Vignaud');
    await withSiteTransaction(db, 40, (tx) => eraseContactDataOfOrders(tx, [{ id, email: camille.email }]));
    expect((await readOrder(id)).refunds).toMatchObject([{ amount: 3, reason: '' }]);
  });
});

test('GET /admin/order/{id}/refund-preview shows the mail that the refund then sends, and sends none itself', async () => {
  const id = await insertPaidOrder();
  const { data } = await call<'GET /admin/order/{id}/refund-preview'>(
    `/admin/order/${id}/refund-preview?amount=4.5&reason=Geste`,
    { headers: staff.headers },
  );
  expect(await mailsOf(id)).toEqual([]);
  await refund(id, { amount: 4.5, reason: 'Geste' });
  const [sent] = await mailsOf(id);
  expect([sent?.subject, sent?.text]).toEqual([data.mail?.subject, data.mail?.text]);
});

test('the CSV file and the sales of the day count orders less their refunds', async () => {
  const member = await createCustomer(api);
  const salesOfToday = async () =>
    (await call<'GET /admin/today'>('/admin/today', { headers: staff.headers })).data.sales.at(-1)?.total ?? 0;
  const before = await salesOfToday();
  const id = await seedOrder(api, member, { order: { state: 'PAID', paymentMethod: 'CHEQUE' } });
  await refund(id, { amount: 6 });
  expect(await salesOfToday()).toBeCloseTo(before + 30, 2);
  const csv = await call(`/admin/order/export?lk:email=${encodeURIComponent(member.email)}`, {
    headers: staff.headers,
  });
  expect(csv.text).toContain('"36,00";"6,00";"30,00"');
});
