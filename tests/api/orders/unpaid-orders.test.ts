import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { orderStateChanges, orders, unpaidOrderLimitEntries } from '#server/api/orders/orders-tables.ts';
import { readUnpaidOrderRules } from '#server/api/orders/unpaid/unpaid-order-limits.ts';
import { processUnpaidOrders } from '#server/api/orders/unpaid/unpaid-orders-task.ts';
import { readOrderIdsToRemind } from '#server/api/orders/unpaid-orders-repository.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { addWorkingDays } from '#shared/places/working-days.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import {
  createCollectionOrderInput,
  createPlaceOrderInput,
  mainlandAddress,
} from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { saveUnpaidLimits } from '#tests/support/fixtures/unlimited-orders.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 60_000 });
const api = await startTestApi();
const { placeOrder, stockOf, setStock } = createOrderAndStockActions(api);
const { db } = api;
const dayMs = 86_400_000;
/** Days from now until an order that is placed now lapses after its seven working days. */
const lapseDays = (addWorkingDays(Date.now(), 7, 'Europe/Paris') - Date.now()) / dayMs;

let staff: Customer;
beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes', languages: ['fr_FR', 'en'] });
  await seedShopSettings(db, 40);
  staff = await createCustomer(api, { role: 'ADMIN' });
});
beforeEach(async () => {
  await setStock({ 11: 1_000 });
  await saveUnpaidLimits(db, 40, {
    UNPAID_ORDERS_PER_CUSTOMER: 3,
    UNPAID_BOTTLES_PER_CUSTOMER: 60,
    UNPAID_ORDERS_PER_NEW_CUSTOMER: 2,
    UNPAID_BOTTLES_PER_NEW_CUSTOMER: 24,
  });
});

let streets = 0;
/** Creates the body of an order to a postal address that no other order has, so that its limits do not apply. */
const inputAtNewAddress = (overrides: Partial<OrderBody> = {}) =>
  createPlaceOrderInput({
    address: { delivery: { ...mainlandAddress, address: `${++streets} rue des Vignes` } },
    ...overrides,
  });

const staffCall = (path: string, body: unknown) =>
  api.call<'PUT /admin/order/{id}/payment-due'>(path, { method: 'PUT', body, headers: staff.headers });
const exempt = async (id: number, paymentDueAt: string | null = null, basis?: number) => {
  const { data } = await api.call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers });
  return staffCall(`/admin/order/${id}/payment-due`, { revision: basis ?? data.order.revision, paymentDueAt });
};
const moveTo = (id: number, state: string) => staffCall(`/admin/order/${id}/state`, { state });

const orderOf = async (id: number) => {
  const [row] = await withSiteTransaction(db, 40, (tx) => tx.select().from(orders).where(eq(orders.id, id)));
  if (!row) throw new Error(`there is no order ${id}`);
  return row;
};
const mailsOf = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);
/** Runs the hourly task of unpaid orders as if `days` had passed. */
const runAfter = (days: number) =>
  processUnpaidOrders(db, 40, apiProviders.payments, new Date(Date.now() + days * dayMs));

describe('POST /order', () => {
  test('refuses a new customer’s order beyond the limit of unpaid orders', async () => {
    const customer = await createCustomer(api);
    for (let count = 0; count < 2; count++) expect((await placeOrder(customer, inputAtNewAddress())).status).toBe(200);
    const before = await stockOf(11);
    const refused = await placeOrder(customer, inputAtNewAddress());
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('en attente de règlement')]);
    expect(await stockOf(11)).toBe(before);
  });

  test('refuses an order that holds more bottles than a new customer may', async () => {
    const customer = await createCustomer(api);
    expect((await placeOrder(customer, inputAtNewAddress({ products: [{ id: 11, quantity: 27 }] }))).status).toBe(409);
    expect((await placeOrder(customer, inputAtNewAddress({ products: [{ id: 11, quantity: 24 }] }))).status).toBe(200);
    expect((await placeOrder(customer, inputAtNewAddress({ products: [{ id: 11, quantity: 3 }] }))).status).toBe(409);
  });

  test('allows more to a customer of whom an order was paid', async () => {
    const customer = await createCustomer(api);
    const paid = await placeOrder(customer, inputAtNewAddress());
    await moveTo(paid.data.id, 'PAID');
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await placeOrder(customer, inputAtNewAddress())).status);
    expect(statuses).toEqual([200, 200, 200, 409]);
  });

  test('counts simultaneous orders of different accounts at one postal address, however it is written', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => createCustomer(api)));
    const spellings = [
      '7 rue du Chêne',
      '7, RUE DU CHENE',
      '7  rue du chêne',
      '7 Rue-du-Chêne',
      '7 rue du Chene',
      '7 rue du Chêne.',
    ];
    const answers = await Promise.all(
      customers.map((customer, index) => {
        const address = { ...mainlandAddress, lastname: `Durand ${index}`, address: spellings[index] ?? '' };
        return placeOrder(customer, createPlaceOrderInput({ address: { delivery: address } }));
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  });

  test('counts the orders of a network', async () => {
    await saveUnpaidLimits(db, 40, { UNPAID_ORDERS_PER_CUSTOMER: 1 });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      const customer = await createCustomer(api);
      const headers = { ...customer.headers, 'x-api-secret': testApiSecret, 'x-client-address': '203.0.113.9' };
      const body = inputAtNewAddress();
      statuses.push((await api.call('/order', { method: 'POST', body, headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
  });

  test('a cancelled or exempted order no longer counts', async () => {
    const customer = await createCustomer(api);
    const [first, second] = [
      await placeOrder(customer, inputAtNewAddress()),
      await placeOrder(customer, inputAtNewAddress()),
    ];
    expect((await placeOrder(customer, inputAtNewAddress())).status).toBe(409);
    await moveTo(first.data.id, 'CANCELLED');
    expect((await placeOrder(customer, inputAtNewAddress())).status).toBe(200);
    expect((await placeOrder(customer, inputAtNewAddress())).status).toBe(409);
    expect((await exempt(second.data.id)).data.order.paymentDueAt).toBeNull();
    expect((await placeOrder(customer, inputAtNewAddress())).status).toBe(200);
  });

  test('stores hashes only, and none after the payment', async () => {
    const customer = await createCustomer(api);
    const { data } = await placeOrder(customer, inputAtNewAddress());
    const holdsOf = () =>
      withSiteTransaction(db, 40, (tx) =>
        tx.select().from(unpaidOrderLimitEntries).where(eq(unpaidOrderLimitEntries.orderId, data.id)),
      );
    const holds = await holdsOf();
    expect(holds).toHaveLength(3);
    for (const { key, bottles } of holds) expect([key, bottles]).toEqual([expect.stringMatching(/^[\w-]{32}$/), 6]);
    await moveTo(data.id, 'PAID');
    expect(await holdsOf()).toEqual([]);
  });
});

describe('an unpaid order', () => {
  test('is due in seven working days, which the confirmation states', async () => {
    const { data } = await placeOrder(await createCustomer(api), inputAtNewAddress(), { lang: 'en' });
    const { paymentDueAt, createdAt } = await orderOf(data.id);
    expect(Number(paymentDueAt) - Number(createdAt)).toBeGreaterThan(lapseDays * dayMs - 60_000);
    expect(Number(paymentDueAt) - Number(createdAt)).toBeLessThan(lapseDays * dayMs + 60_000);
    const confirmation = (await mailsOf(data.id)).find(({ kind }) => kind === 'order-confirmation');
    expect(confirmation?.text).toMatch(/Please pay by .* an\s+order\s+that\s+is\s+not\s+paid\s+by\s+then/);
  });

  test('is not among the orders to remind of if it was placed after the time of its reminder', async () => {
    const { data } = await placeOrder(await createCustomer(api), inputAtNewAddress());
    const isFound = async (now: Date) => {
      const { reminderDays } = await withSiteTransaction(db, 40, readUnpaidOrderRules);
      const found = await withSiteTransaction(db, 40, (tx) => readOrderIdsToRemind(tx, now, reminderDays));
      return found.some(({ id }) => id === data.id);
    };
    const { createdAt } = await orderOf(data.id);
    const afterDays = (days: number) => new Date(createdAt.getTime() + days * dayMs);
    expect([
      await isFound(afterDays(lapseDays - 2.1)),
      await isFound(afterDays(lapseDays - 1.9)),
      await isFound(afterDays(lapseDays + 0.1)),
    ]).toEqual([false, true, false]);
    await exempt(data.id, afterDays(1.9).toISOString());
    expect(await isFound(afterDays(0.5))).toBe(false);
    await exempt(data.id, afterDays(2.1).toISOString());
    expect(await isFound(afterDays(0.5))).toBe(true);
  });

  test('lapses after one reminder, and its stock and code come back', async () => {
    // The orders of earlier tests in this file are cancelled first.
    await runAfter(30);
    const customer = await createCustomer(api);
    const before = await stockOf(11);
    const { data } = await placeOrder(customer, inputAtNewAddress({ discount: { code: 'CINQ' } }));
    await runAfter(lapseDays - 2.1);
    expect((await mailsOf(data.id)).map(({ kind }) => kind)).not.toContain('order-payment-reminder');
    await runAfter(lapseDays - 1.9);
    await runAfter(lapseDays - 1);
    const reminders = (await mailsOf(data.id)).filter(({ kind }) => kind === 'order-payment-reminder');
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.text).toContain('FR76 0000');
    expect((await orderOf(data.id)).state).toBe('PENDING');
    await runAfter(lapseDays + 0.1);
    await runAfter(lapseDays + 1);
    expect((await orderOf(data.id)).state).toBe('CANCELLED');
    expect(await stockOf(11)).toBe(before);
    const [moves, uses] = await withSiteTransaction(db, 40, async (tx) => [
      await tx.select().from(orderStateChanges).where(eq(orderStateChanges.orderId, data.id)),
      await tx.select().from(discountCodeUses).where(eq(discountCodeUses.orderId, data.id)),
    ]);
    expect(moves.map(({ state, actor }) => [state, actor])).toEqual([
      ['PENDING', 'customer'],
      ['CANCELLED', 'system'],
    ]);
    expect(uses).toEqual([]);
    const cancellations = (await mailsOf(data.id)).filter(({ kind }) => kind === 'order-lapsed');
    expect(cancellations.map(({ subject }) => subject)).toEqual([expect.stringContaining('faute de règlement')]);
    const notices = (await mailsOf(data.id)).filter(({ kind }) => kind === 'order-cancellation-notice');
    expect(notices.map(({ recipient, replyTo }) => [recipient, replyTo])).toEqual([
      ['estate@mail.example', customer.email],
    ]);
    expect(notices[0]?.subject).toContain('faute de règlement');
    expect(notices[0]?.text).toContain('remises en vente');
  });

  test('does not lapse once it is paid, prepared or exempted', async () => {
    const ids: number[] = [];
    for (const change of [
      (id: number) => moveTo(id, 'PAID'),
      (id: number) => moveTo(id, 'PREPARING'),
      (id: number) => exempt(id),
    ]) {
      const { data } = await placeOrder(await createCustomer(api), inputAtNewAddress());
      await change(data.id);
      ids.push(data.id);
    }
    await runAfter(30);
    const states = await Promise.all(ids.map(async (id) => (await orderOf(id)).state));
    expect(states).toEqual(['PAID', 'PREPARING', 'PENDING']);
  });

  test('lapses at the time that staff set', async () => {
    const { data } = await placeOrder(await createCustomer(api), inputAtNewAddress());
    const later = new Date(Date.now() + 20 * dayMs).toISOString();
    expect((await exempt(data.id, later)).data.order.paymentDueAt).toBe(later);
    const outdated = await exempt(data.id, null, 0);
    expect([outdated.status, JSON.parse(outdated.text).data.present.order.paymentDueAt]).toEqual([409, later]);
    await runAfter(10);
    expect((await orderOf(data.id)).state).toBe('PENDING');
    await runAfter(21);
    expect((await orderOf(data.id)).state).toBe('CANCELLED');
    expect((await exempt(data.id, later)).status).toBe(409);
  });

  test('keeps its time if staff set one that has passed', async () => {
    const { data } = await placeOrder(await createCustomer(api), inputAtNewAddress());
    const { paymentDueAt } = await orderOf(data.id);
    const refused = await exempt(data.id, new Date(Date.now() - 1_000).toISOString());
    expect(refused.status).toBe(422);
    const message = 'Cette date est déjà passée. Choisissez une date ultérieure.';
    expect(JSON.parse(refused.text)).toMatchObject({ message, data: { errors: { paymentDueAt: message } } });
    expect((await orderOf(data.id)).paymentDueAt).toEqual(paymentDueAt);
  });

  test('lapses at the end of its slot if it is to be paid at collection', async () => {
    const customer = await createCustomer(api);
    const billing = { ...mainlandAddress, address: `${++streets} rue des Vignes` };
    const { data, status } = await placeOrder(
      customer,
      createCollectionOrderInput({ address: { billing }, payment: 'AT_PICKUP' }),
    );
    expect(status).toBe(200);
    const { paymentDueAt, collectionDate, collection } = await orderOf(data.id);
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Paris',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    expect(local.format(Number(paymentDueAt))).toBe(`${collectionDate} ${collection?.to}`);
    await runAfter(5);
    expect((await orderOf(data.id)).state).toBe('CANCELLED');
  });
});

test.each(['member', 'anonymous caller'])('PUT /admin/order/{id}/payment-due is refused to a %s', async (caller) => {
  const { headers } = await createCustomer(api);
  const answer = await api.call('/admin/order/1/payment-due', {
    method: 'PUT',
    body: { revision: 0, paymentDueAt: null },
    headers: caller === 'member' ? headers : {},
  });
  expect(answer.status).toBe(caller === 'member' ? 403 : 401);
});
