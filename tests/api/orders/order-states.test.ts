import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import type { SiteChange } from '#server/api/changes/open-site-change-feed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { orderStateChanges } from '#server/api/orders/orders-tables.ts';
import { type OrderState, orderStates } from '#shared/orders/order-states.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, type SeedOrderOptions, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(db, 40);
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'SUPER_ADMIN' });
});

const moveTo = (id: number, state: string, headers: Record<string, string> = {}) =>
  call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/state`, {
    method: 'PUT',
    body: { state },
    headers: { ...staff.headers, ...headers },
  });

const stockOf = async (id: number): Promise<number | undefined> => {
  const rows = await withSiteTransaction(db, 40, (tx) => tx.select().from(stock).where(eq(stock.variantId, id)));
  return rows[0]?.quantity;
};
const setStock = (id: number, quantity: number) =>
  withSiteTransaction(db, 40, (tx) => tx.update(stock).set({ quantity }).where(eq(stock.variantId, id)));
const createOrder = (options?: SeedOrderOptions) => seedOrder(api, camille, options);
const mailsOfOrder = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);

describe('PUT /admin/order/{id}/state', () => {
  test.each([
    ['DELIVERY', ['PAID', 'PREPARING', 'SHIPPED', 'COMPLETED', 'RETURNED']],
    ['PICKUP', ['PREPARING', 'SHIPPED', 'RETURNED']],
    ['CLICK_AND_COLLECT', ['PREPARING', 'READY', 'COMPLETED']],
    ['NO_DELIVERY', ['PAID', 'PREPARING', 'COMPLETED']],
  ] as const)(
    'moves an order with %s through its states and stores the actor of each change',
    async (deliveryType, states) => {
      const id = await createOrder({ order: { deliveryType } });
      for (const state of states) {
        const { order } = (await moveTo(id, state)).data;
        expect(order.status).toBe(state);
      }
      const changes = await withSiteTransaction(db, 40, (tx) =>
        tx.select().from(orderStateChanges).where(eq(orderStateChanges.orderId, id)).orderBy(orderStateChanges.id),
      );
      expect(changes.map(({ state, actor, staffUserId }) => [state, actor, staffUserId])).toEqual([
        ['PENDING', 'customer', null],
        ...states.map((state) => [state, 'staff', staff.id]),
      ]);
      const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data;
      expect(order.states.map(({ state }) => state)).toEqual(['PENDING', ...states]);
    },
  );

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
  test.each(orderStates)('allows no other changes of an order in state %s than the defined ones', async (from) => {
    for (const to of orderStates) {
      const id = await createOrder({ order: { state: from } });
      expect([from, to, (await moveTo(id, to)).status]).toEqual([from, to, allowed[from].includes(to) ? 200 : 409]);
    }
  });

  test('responds to an unknown order with 404 and to an unknown state with 400', async () => {
    expect((await moveTo(2_000_000_000, 'PAID')).status).toBe(404);
    expect((await moveTo(await createOrder(), 'LOST')).status).toBe(400);
  });
});

describe('cancelling an order', () => {
  test('restores the stock, skips deleted variants and releases the code', async () => {
    await setStock(11, 3);
    await setStock(22, 1);
    const id = await createOrder({
      codeId: 6,
      lines: [
        { quantity: 2, stockTaken: [{ variantId: 11, quantity: 2 }] },
        {
          type: 'BOX',
          kind: 'box',
          variantId: 51,
          stockTaken: [
            { variantId: 11, quantity: 4 },
            { variantId: 22, quantity: 2 },
          ],
        },
        { variantId: 991, stockTaken: [{ variantId: 991, quantity: 9 }] },
        { variantId: 31, stockTaken: [] },
      ],
    });
    const stockBefore = await stockOf(31);
    expect((await moveTo(id, 'CANCELLED')).status).toBe(200);
    expect([await stockOf(11), await stockOf(22), await stockOf(31), await stockOf(991)]).toEqual([
      9,
      3,
      stockBefore,
      undefined,
    ]);
    const uses = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(discountCodeUses).where(eq(discountCodeUses.orderId, id)),
    );
    expect(uses).toEqual([]);
  });

  test('succeeds when all sold variants have been deleted', async () => {
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
    const id = await createOrder({ lines: [{ variantId: 77, stockTaken: [{ variantId: 77, quantity: 5 }] }] });
    await withSiteTransaction(db, 40, (tx) => tx.delete(variants).where(eq(variants.id, 77)));
    expect((await moveTo(id, 'CANCELLED')).status).toBe(200);
    expect(await stockOf(77)).toBeUndefined();
  });

  test('takes effect once in twelve simultaneous calls', async () => {
    await setStock(11, 10);
    const id = await createOrder();
    const answers = await Promise.all(Array.from({ length: 12 }, () => moveTo(id, 'CANCELLED')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
    expect(await stockOf(11)).toBe(12);
    expect((await mailsOfOrder(id)).map(({ kind }) => kind)).toEqual(['order-cancelled']);
  });

  test('restores the stock of simultaneous cancellations with lines in opposite sequences', async () => {
    await setStock(11, 0);
    await setStock(22, 0);
    await setStock(31, 0);
    const taken = [11, 22, 31].map((variantId) => ({ variantId, quantity: 1 }));
    const line = (variantId: number) => ({ variantId, stockTaken: [{ variantId, quantity: 1 }] });
    const ids = [];
    for (let count = 0; count < 12; count++) {
      const lines = count % 3 === 0 ? [{ stockTaken: taken.toReversed() }] : [line(11), line(22), line(31)];
      ids.push(await createOrder({ lines: count % 2 === 0 ? lines : lines.toReversed() }));
    }
    const answers = await Promise.all(ids.map((id) => moveTo(id, 'CANCELLED')));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect([await stockOf(11), await stockOf(22), await stockOf(31)]).toEqual([12, 12, 12]);
  });

  test('restores the stock correctly during a simultaneous sale', async () => {
    await setStock(11, 1);
    const id = await createOrder();
    const sale = withSiteTransaction(db, 40, async (tx) => {
      const [row] = await tx.select().from(stock).where(eq(stock.variantId, 11)).for('update');
      await tx
        .update(stock)
        .set({ quantity: (row?.quantity ?? 0) - 1 })
        .where(eq(stock.variantId, 11));
    });
    const [answer] = await Promise.all([moveTo(id, 'CANCELLED'), sale]);
    expect(answer.status).toBe(200);
    expect(await stockOf(11)).toBe(2);
  });

  test('notifies the site only when a variant becomes available again', async () => {
    const changes: SiteChange[] = [];
    const stop = api.changes.subscribe((change) => changes.push(change));
    // Notifications arrive in the order of the commits. Once the notification of site 4040 has arrived, all earlier
    // notifications have arrived as well.
    const changesSinceLastCall = async () => {
      await db.$client.query("select pg_notify('cuvee_changes', '4040')");
      await expect
        .poll(() => changes.some((change) => change !== 'all' && change.site === 4040), { timeout: 15_000 })
        .toBe(true);
      return changes.splice(0).filter((change) => change !== 'all' && change.site === 40).length;
    };
    await changesSinceLastCall();
    await setStock(11, 0);
    await moveTo(await createOrder(), 'CANCELLED');
    expect(await changesSinceLastCall()).toBe(1);
    await setStock(11, 40);
    await moveTo(await createOrder(), 'CANCELLED');
    expect(await changesSinceLastCall()).toBe(0);
    stop();
  });

  test('changes nothing when it fails', async () => {
    await setStock(11, 5);
    const id = await createOrder();
    await db.$client.query(`alter table mails add constraint no_mails check (kind <> 'order-cancelled') not valid`);
    const { status } = await moveTo(id, 'CANCELLED');
    await db.$client.query('alter table mails drop constraint no_mails');
    expect(status).toBe(500);
    expect(await stockOf(11)).toBe(5);
    const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers })).data;
    expect(order.status).toBe('PENDING');
  });
});

describe('the mails about a change of state', () => {
  const originHeaders = { 'x-api-secret': testApiSecret, 'x-site-origin': 'https://panel.example' };

  test('the mail about a cancellation contains a link to the order', async () => {
    const id = await createOrder({ order: { number: '2026-00042' } });
    const { order } = (await moveTo(id, 'CANCELLED', originHeaders)).data;
    expect(order.mails).toMatchObject([{ kind: 'order-cancelled', to: camille.email, state: 'QUEUED' }]);
    const [mail] = await mailsOfOrder(id);
    expect(mail?.subject).toBe('Votre commande 2026-00042 est annulée');
    expect(mail?.html).toContain('Bonjour Camille');
    expect(mail?.text).toContain(`https://estate-40.example/account/orders/${id}`);
  });

  test('the mail about a shipment contains its address', async () => {
    const id = await createOrder({ order: { lang: 'en', state: 'PREPARING' } });
    await moveTo(id, 'SHIPPED');
    const [mail] = await mailsOfOrder(id);
    expect(mail?.subject).toContain('is on its way');
    expect(mail?.text).toContain('3 rue du Puits');
  });

  test('the mail about a shipment to a pickup point names that point', async () => {
    const pickupPoint = {
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
    const id = await createOrder({ order: { state: 'PREPARING', deliveryType: 'PICKUP', pickupPoint } });
    await moveTo(id, 'SHIPPED');
    expect((await mailsOfOrder(id))[0]?.text).toContain('Tabac du Marché, 2 place du Marché, 16100 Cognac');
  });

  test('the mail about an order that is ready states where and when to collect it', async () => {
    const id = await createOrder({
      order: {
        state: 'PREPARING',
        deliveryType: 'CLICK_AND_COLLECT',
        deliveryAddress: null,
        collectionScheduleId: 1,
        collectionDate: '2026-03-29',
        collection: { from: '10:00', to: '12:00', place: 'Chai', address: '1 rue des Vignes, 16100 Cognac' },
      },
    });
    await moveTo(id, 'READY');
    const [mail] = await mailsOfOrder(id);
    expect(mail?.text).toContain('Chai, 1 rue des Vignes, 16100 Cognac');
    expect(mail?.text).toContain('dimanche 29 mars 2026, de 10\u00a0h à 12\u00a0h');
  });

  test('the mail about a payment states its amount', async () => {
    const id = await createOrder();
    await moveTo(id, 'PAID');
    const [mail] = await mailsOfOrder(id);
    expect(mail).toMatchObject({ kind: 'order-paid', orderId: id });
    expect(mail?.text).toContain('36,00\u00a0€');
  });

  test('other changes send no mail', async () => {
    const id = await createOrder();
    await moveTo(id, 'PREPARING');
    expect(await mailsOfOrder(id)).toEqual([]);
  });

  test('a customer who has deleted the account gets no mail', async () => {
    const id = await createOrder({ order: { userId: null, email: '' } });
    const { order } = (await moveTo(id, 'CANCELLED')).data;
    expect(order).toMatchObject({ customer: { id: '', email: '', lastname: 'Vignaud' }, mails: [] });
  });
});
