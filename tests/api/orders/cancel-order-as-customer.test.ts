import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { orderStateChanges, unpaidOrderLimitEntries } from '#server/api/orders/orders-tables.ts';
import { collectionSchedules } from '#server/api/shipping/shipping-tables.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createCollectionOrderInput, createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;
const { placeOrder, setStock, stockOf } = createOrderAndStockActions(api);

let camille: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) {
    await seedEstate(db, api.filesDir, { id, mark: `Estate ${id}`, languages: ['fr_FR', 'en'] });
    await seedShopSettings(db, id);
  }
  camille = await createCustomer(api);
});
beforeEach(() => setStock({ 11: 100 }));

const cancel = (id: number, customer: { headers: Record<string, string> } = camille, site = 40) =>
  call<'PUT /order/{id}/cancel'>(`/order/${id}/cancel`, { method: 'PUT', site, headers: customer.headers });

const cancelByLink = (token: string, site = 40) =>
  call<'POST /order/link/cancel'>('/order/link/cancel', { method: 'POST', site, body: { token } });

const mailsAbout = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);
const rowsOf = <T>(read: (tx: Parameters<Parameters<typeof withSiteTransaction>[2]>[0]) => Promise<T>) =>
  withSiteTransaction(db, 40, read);

describe('PUT /order/{id}/cancel', () => {
  test('gives back stock, code and hold, and notifies customer and estate', async () => {
    const input = createPlaceOrderInput({ discount: { code: 'UNIQUE' } });
    const { data: placed } = await placeOrder(camille, input);
    expect(await stockOf(11)).toBe(94);
    const { status, data } = await cancel(placed.id);
    expect([status, data.order.status, data.order.paymentDueAt]).toEqual([200, 'CANCELLED', null]);
    expect(await stockOf(11)).toBe(100);
    expect(await rowsOf((tx) => tx.$count(discountCodeUses, eq(discountCodeUses.orderId, placed.id)))).toBe(0);
    expect(
      await rowsOf((tx) => tx.$count(unpaidOrderLimitEntries, eq(unpaidOrderLimitEntries.orderId, placed.id))),
    ).toBe(0);
    const changes = await rowsOf((tx) =>
      tx.select().from(orderStateChanges).where(eq(orderStateChanges.orderId, placed.id)).orderBy(orderStateChanges.id),
    );
    expect(changes.at(-1)).toMatchObject({ state: 'CANCELLED', actor: 'customer', staffUserId: null });
    const mails = (await mailsAbout(placed.id)).slice(2);
    expect(mails.map(({ kind, recipient, replyTo }) => [kind, recipient, replyTo])).toEqual([
      ['order-cancelled-by-customer', camille.email, null],
      ['order-cancellation-notice', 'estate@mail.example', camille.email],
    ]);
    expect(mails[0]?.text).toContain('Comme vous l’avez demandé');
    expect(mails[1]?.text).toContain(placed.number);
    expect((await placeOrder(camille, input)).status).toBe(200);
  });

  test('makes the collection slot available again', async () => {
    await rowsOf((tx) => tx.update(collectionSchedules).set({ capacity: 1 }).where(eq(collectionSchedules.id, 1)));
    const { data: first } = await placeOrder(camille, createCollectionOrderInput());
    expect((await placeOrder(camille, createCollectionOrderInput())).status).toBe(409);
    expect((await cancel(first.id)).status).toBe(200);
    expect((await placeOrder(camille, createCollectionOrderInput())).status).toBe(200);
  });

  test('succeeds without effect when it is repeated, also in twelve simultaneous calls', async () => {
    const { data: placed } = await placeOrder(camille);
    const answers = await Promise.all(Array.from({ length: 12 }, () => cancel(placed.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await stockOf(11)).toBe(100);
    expect(await mailsAbout(placed.id)).toHaveLength(4);
  });

  test.each<OrderState>(['PAID', 'PREPARING', 'READY', 'SHIPPED', 'COMPLETED', 'RETURNED'])(
    'refuses an order in state %s with a sentence',
    async (state) => {
      const id = await seedOrder(api, camille, { order: { state } });
      const answer = await cancel(id);
      expect([answer.status, answer.message]).toEqual([409, expect.stringContaining('ne peut plus être annulée')]);
      expect(await stockOf(11)).toBe(100);
    },
  );

  test('finds no order of another customer or estate', async () => {
    const other = await createCustomer(api);
    const elsewhere = await createCustomer(api, { site: 41 });
    const id = await seedOrder(api, camille);
    expect((await cancel(id, other)).status).toBe(404);
    expect((await cancel(id, elsewhere, 41)).status).toBe(404);
    expect((await cancel(id, { headers: {} })).status).toBe(401);
  });
});

describe('POST /order/link/cancel', () => {
  const email = 'guest@mail.example';
  const placeGuestOrder = async () => {
    const user = { phone: '05 45 00 00 00', email, birthdate: '1980-02-03' };
    const { data } = await placeOrder({ headers: {} } as unknown as Customer, createPlaceOrderInput({ user }));
    return { id: data.id, token: data.orderToken ?? '' };
  };

  test('cancels a guest order, and again without effect', async () => {
    const { id, token } = await placeGuestOrder();
    for (const _ of [1, 2]) expect((await cancelByLink(token)).data.order.status).toBe('CANCELLED');
    expect(await stockOf(11)).toBe(100);
    expect((await mailsAbout(id)).map(({ recipient }) => recipient)).toEqual([
      email,
      'estate@mail.example',
      email,
      'estate@mail.example',
    ]);
  });

  test('refuses an unknown token, and one of another estate', async () => {
    const { token } = await placeGuestOrder();
    expect((await cancelByLink('k'.repeat(43))).status).toBe(422);
    expect((await cancelByLink(token, 41)).status).toBe(422);
  });
});

test('a customer sees until when a PENDING order must be paid', async () => {
  const paymentDueAt = new Date('2030-01-02T03:04:05Z');
  const pending = await seedOrder(api, camille, { order: { paymentDueAt } });
  const paid = await seedOrder(api, camille, { order: { paymentDueAt, state: 'PAID' } });
  const dueOf = async (id: number) =>
    (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data.order.paymentDueAt;
  expect([await dueOf(pending), await dueOf(paid)]).toEqual(['2030-01-02T03:04:05.000Z', null]);
});
