import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import type { SiteChange } from '#server/api/changes/subscribe-to-site-changes.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { codeUses } from '#server/api/discounts/discounts-tables.ts';
import { orderStateMoves } from '#server/api/orders/orders-tables.ts';
import { type OrderState, orderStates } from '#shared/orders/order-states.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type InsertOrderOptions, insertOrder, readMails } from '#tests/support/fixtures/insert-order.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

// Longer than other files on purpose: each move of an order, with what it does to stock, codes and mails.

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShop(db, 40);
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'SUPER_ADMIN' });
});

const move = (id: number, state: string, headers: Record<string, string> = {}) =>
  call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/state`, {
    method: 'PUT',
    body: { state },
    headers: { ...staff.headers, ...headers },
  });

const left = async (id: number): Promise<number | undefined> => {
  const rows = await withSiteTransaction(db, 40, (tx) => tx.select().from(stock).where(eq(stock.variantId, id)));
  return rows[0]?.quantity;
};
const setLeft = (id: number, quantity: number) =>
  withSiteTransaction(db, 40, (tx) => tx.update(stock).set({ quantity }).where(eq(stock.variantId, id)));
const put = (wish?: InsertOrderOptions) => insertOrder(api, camille, wish);
const mailsAbout = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);

describe('an order', () => {
  test.each([
    ['DELIVERY', ['PAID', 'PREPARING', 'SHIPPED', 'COMPLETED', 'RETURNED']],
    ['PICKUP', ['PREPARING', 'SHIPPED', 'RETURNED']],
    ['CLICK_AND_COLLECT', ['PREPARING', 'READY', 'COMPLETED']],
    ['NO_DELIVERY', ['PAID', 'PREPARING', 'COMPLETED']],
  ] as const)('for %s goes its way, and who moved it is kept', async (deliveryType, way) => {
    const id = await put({ order: { deliveryType } });
    for (const state of way) {
      const { order } = (await move(id, state)).data;
      expect(order.status).toBe(state);
    }
    const moves = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(orderStateMoves).where(eq(orderStateMoves.orderId, id)).orderBy(orderStateMoves.id),
    );
    expect(moves.map(({ state, actor, byUserId }) => [state, actor, byUserId])).toEqual([
      ['PENDING', 'customer', null],
      ...way.map((state) => [state, 'staff', staff.id]),
    ]);
    const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data;
    expect(order.states.map(({ state }) => state)).toEqual(['PENDING', ...way]);
  });

  const allowed: Record<OrderState, OrderState[]> = {
    PENDING: ['PAID', 'PREPARING', 'CANCELLED'],
    PAID: ['PREPARING', 'CANCELLED'],
    PREPARING: ['SHIPPED', 'COMPLETED', 'CANCELLED'],
    READY: ['COMPLETED', 'CANCELLED'],
    SHIPPED: ['COMPLETED', 'RETURNED'],
    COMPLETED: ['RETURNED'],
    CANCELLED: [],
    RETURNED: [],
  };
  test.each(orderStates)('that is %s makes no other move than it may', async (from) => {
    for (const to of orderStates) {
      const id = await put({ order: { state: from } });
      expect([from, to, (await move(id, to)).status]).toEqual([from, to, allowed[from].includes(to) ? 200 : 409]);
    }
  });

  test('that is none cannot be moved, nor to what is no state', async () => {
    expect((await move(2_000_000_000, 'PAID')).status).toBe(404);
    expect((await move(await put(), 'LOST')).status).toBe(400);
  });
});

describe('cancelling', () => {
  test('gives back what was taken, skips what is gone, and frees the code', async () => {
    await setLeft(11, 3);
    await setLeft(22, 1);
    const id = await put({
      codeId: 6,
      lines: [
        { quantity: 2, stockTaken: [{ declinationId: 11, quantity: 2 }] },
        {
          type: 'BOX',
          kind: 'box',
          variantId: 51,
          stockTaken: [
            { declinationId: 11, quantity: 4 },
            { declinationId: 22, quantity: 2 },
          ],
        },
        { variantId: 991, stockTaken: [{ declinationId: 991, quantity: 9 }] },
        { variantId: 31, stockTaken: [] },
      ],
    });
    const cognac = await left(31);
    expect((await move(id, 'CANCELLED')).status).toBe(200);
    expect([await left(11), await left(22), await left(31), await left(991)]).toEqual([9, 3, cognac, undefined]);
    const uses = await withSiteTransaction(db, 40, (tx) => tx.select().from(codeUses).where(eq(codeUses.orderId, id)));
    expect(uses).toEqual([]);
  });

  test('works where everything that was sold is gone', async () => {
    await withSiteTransaction(db, 40, async (tx) => {
      await tx.insert(variants).values({
        id: 77,
        productId: 1,
        position: 9,
        reference: '',
        price: 1,
        capacity: 75,
        capacityUnit: 'CENTILITRE',
        sellByMultipleOf: 1,
        variations: [],
      });
      await tx.insert(stock).values({ variantId: 77, quantity: 0 });
    });
    const id = await put({ lines: [{ variantId: 77, stockTaken: [{ declinationId: 77, quantity: 5 }] }] });
    await withSiteTransaction(db, 40, (tx) => tx.delete(variants).where(eq(variants.id, 77)));
    expect((await move(id, 'CANCELLED')).status).toBe(200);
    expect(await left(77)).toBeUndefined();
  });

  test('a dozen times at once happens once', async () => {
    await setLeft(11, 10);
    const id = await put();
    const answers = await Promise.all(Array.from({ length: 12 }, () => move(id, 'CANCELLED')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
    expect(await left(11)).toBe(12);
    expect((await mailsAbout(id)).map(({ kind }) => kind)).toEqual(['order-cancelled']);
  });

  test('many orders at once, with lines in opposite orders, loses no bottle', async () => {
    await setLeft(11, 0);
    await setLeft(22, 0);
    await setLeft(31, 0);
    const taken = [11, 22, 31].map((declinationId) => ({ declinationId, quantity: 1 }));
    const line = (declinationId: number) => ({ declinationId, stockTaken: [{ declinationId, quantity: 1 }] });
    const ids = [];
    for (let count = 0; count < 12; count++) {
      const lines = count % 3 === 0 ? [{ stockTaken: taken.toReversed() }] : [line(11), line(22), line(31)];
      ids.push(await put({ lines: count % 2 === 0 ? lines : lines.toReversed() }));
    }
    const answers = await Promise.all(ids.map((id) => move(id, 'CANCELLED')));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect([await left(11), await left(22), await left(31)]).toEqual([12, 12, 12]);
  });

  test('against a sale at the same moment loses nothing', async () => {
    await setLeft(11, 1);
    const id = await put();
    const sale = withSiteTransaction(db, 40, async (tx) => {
      const [row] = await tx.select().from(stock).where(eq(stock.variantId, 11)).for('update');
      await tx
        .update(stock)
        .set({ quantity: (row?.quantity ?? 0) - 1 })
        .where(eq(stock.variantId, 11));
    });
    const [answer] = await Promise.all([move(id, 'CANCELLED'), sale]);
    expect(answer.status).toBe(200);
    expect(await left(11)).toBe(2);
  });

  test('tells the pages where something is there again, and only there', async () => {
    const heard: SiteChange[] = [];
    const stop = api.changes.subscribe((change) => heard.push(change));
    // Words come in the order in which they were left: once another site's has come, all before it have.
    const saidUntilNow = async () => {
      await db.$client.query("select pg_notify('cuvee_changes', '4040')");
      await expect
        .poll(() => heard.some((change) => change !== 'all' && change.site === 4040), { timeout: 15_000 })
        .toBe(true);
      return heard.splice(0).filter((change) => change !== 'all' && change.site === 40).length;
    };
    await saidUntilNow();
    await setLeft(11, 0);
    await move(await put(), 'CANCELLED');
    expect(await saidUntilNow()).toBe(1);
    await setLeft(11, 40);
    await move(await put(), 'CANCELLED');
    expect(await saidUntilNow()).toBe(0);
    stop();
  });

  test('that fails half-way leaves everything as it was', async () => {
    await setLeft(11, 5);
    // No mail can go to what is no address.
    const id = await put({ order: { email: 'no address' } });
    expect((await move(id, 'CANCELLED')).status).toBe(500);
    expect(await left(11)).toBe(5);
    const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data;
    expect(order.status).toBe('PENDING');
  });
});

describe('the customer', () => {
  const place = { 'x-api-secret': testApiSecret, 'x-site-origin': 'https://fr.example' };

  test('is told that it is cancelled, with a way to the order', async () => {
    const id = await put({ order: { number: '2026-00042' } });
    const { order } = (await move(id, 'CANCELLED', place)).data;
    expect(order.mails).toMatchObject([{ kind: 'order-cancelled', to: camille.email, state: 'QUEUED' }]);
    const [mail] = await mailsAbout(id);
    expect(mail?.subject).toBe('Votre commande 2026-00042 est annulée');
    expect(mail?.html).toContain('Bonjour Camille');
    expect(mail?.text).toContain(`https://fr.example/account/orders/${id}`);
  });

  test('is told that it is on its way, and to where', async () => {
    const id = await put({ order: { lang: 'en', state: 'PREPARING' } });
    await move(id, 'SHIPPED');
    const [mail] = await mailsAbout(id);
    expect(mail?.subject).toContain('is on its way');
    expect(mail?.text).toContain('3 rue du Puits');
  });

  test('is told to which relay point', async () => {
    const accessPoint = {
      id: '1',
      name: 'Tabac du Marché',
      addLine1: '2 place du Marché',
      zipCode: '16100',
      city: 'Cognac',
      country: 'FR',
      position: null,
      icon: 'shop',
      openingHours: '',
    };
    const id = await put({ order: { state: 'PREPARING', deliveryType: 'PICKUP', accessPoint } });
    await move(id, 'SHIPPED');
    expect((await mailsAbout(id))[0]?.text).toContain('Tabac du Marché, 2 place du Marché, 16100 Cognac');
  });

  test('is told that it is ready, where and when', async () => {
    const id = await put({
      order: {
        state: 'PREPARING',
        deliveryType: 'CLICK_AND_COLLECT',
        deliveryAddress: null,
        pickupScheduleId: 1,
        pickupDate: '2026-03-29',
        pickup: { from: '10:00', to: '12:00', place: 'Chai', address: '1 rue des Vignes, 16100 Cognac' },
      },
    });
    await move(id, 'READY');
    const [mail] = await mailsAbout(id);
    expect(mail?.text).toContain('Chai, 1 rue des Vignes, 16100 Cognac');
    expect(mail?.text).toContain('dimanche 29 mars 2026, de 10\u00a0h à 12\u00a0h');
  });

  test('hears nothing of other steps', async () => {
    const id = await put();
    for (const state of ['PAID', 'PREPARING']) await move(id, state);
    expect(await mailsAbout(id)).toEqual([]);
  });

  test('who has deleted the account is written to no more', async () => {
    const id = await put({ order: { userId: null, email: '' } });
    const { order } = (await move(id, 'CANCELLED')).data;
    expect(order).toMatchObject({ customer: { id: '', email: '', lastname: 'Vignaud' }, mails: [] });
  });
});
