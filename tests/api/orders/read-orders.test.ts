import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

let camille: Customer;
let robin: Customer;
let staff: Customer;
/** The ids of the orders that the tests read, the oldest first. */
const ids: number[] = [];

const listOrders = async (query = '', customer = camille) =>
  (await call<'GET /order'>(`/order${query}`, { headers: customer.headers })).data;
const listOrdersAsStaff = (query: string) =>
  call<'GET /admin/order'>(`/admin/order${query}`, { headers: staff.headers });

beforeAll(async () => {
  for (const [id, mark] of [
    [40, 'Chênes'],
    [41, 'Willow'],
  ] as const) {
    await seedEstate(api.db, api.filesDir, { id, mark });
    await seedShopSettings(api.db, id);
  }
  camille = await createCustomer(api);
  robin = await createCustomer(api, { firstname: 'Robin' });
  staff = await createCustomer(api, { role: 'ADMIN' });
  const day = (count: number) => new Date(Date.UTC(2026, 0, count, 12));
  ids.push(await seedOrder(api, camille, { order: { createdAt: day(1), state: 'COMPLETED', number: '2026-99999' } }));
  ids.push(
    await seedOrder(api, camille, {
      order: { createdAt: day(2), number: '2026-100000', discountCode: 'CINQ', discount: 500, total: 3_100 },
      lines: [
        { price: 1_000, quantity: 3 },
        { variantId: 51, productId: 5, type: 'BOX', kind: 'box', name: 'Coffret', capacity: 225, year: null },
        { variantId: 991, productId: 99, name: 'Disparue', capacity: 0.7, capacityUnit: 'LITER', price: 3_500 },
      ],
    }),
  );
  ids.push(
    await seedOrder(api, camille, {
      order: {
        createdAt: day(3),
        number: '2027-00001',
        deliveryType: 'CLICK_AND_COLLECT',
        carrier: null,
        deliveryAddress: null,
        collectionScheduleId: 1,
        collectionDate: '2026-03-02',
        collection: { from: '10:00', to: '12:00', place: 'Chai', address: '1 rue des Vignes' },
        paymentMethod: 'AT_PICKUP',
      },
    }),
  );
  ids.push(await seedOrder(api, robin, { order: { createdAt: day(4), total: 1_990 } }));
});

describe('GET /order', () => {
  test('returns the orders of the customer, the newest first', async () => {
    const { orders, total } = await listOrders();
    expect(orders.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
    expect(total).toBe(3);
    expect(orders[1]).toEqual({
      id: ids[1],
      number: '2026-100000',
      status: 'PENDING',
      subtotal: 24,
      discount: 5,
      shippingFees: 12,
      total: 31,
      payment: { method: 'TRANSFER', label: 'Virement', instructions: 'Sur le compte FR76 0000.', isOnline: false },
      createdAt: '2026-01-02T12:00:00.000Z',
      deliveryType: 'DELIVERY',
      bottles: 2,
    });
  });

  test.each([
    ['?orderBy=createdAt', [0, 1, 2]],
    ['?orderBy=number', [0, 1, 2]],
    ['?orderBy=-number', [2, 1, 0]],
    ['?status=COMPLETED', [0]],
    ['?df:status=COMPLETED', [2, 1]],
    ['?status=CANCELLED,RETURNED', []],
    ['?nbItem=1&page=2', [1]],
    ['?page=9', []],
  ])('filters, sorts and pages by the query "%s"', async (query, expected) => {
    expect((await listOrders(query)).orders.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  });

  test.each(['?userId=2', '?lk:number=2', '?orderBy=total', '?status=LOST', '?nbItem=101'])(
    'rejects the query %s with 400',
    async (query) => expect((await call(`/order${query}`, { headers: camille.headers })).status).toBe(400),
  );

  test('returns a single order as it was sold, labelled in the caller’s language', async () => {
    const { order } = (await call<'GET /order/{id}'>(`/order/${ids[1]}`, { headers: camille.headers, lang: 'en' }))
      .data;
    expect(order.payment.label).toBe('Bank transfer');
    expect(
      order.products.map(({ name, price, total, pricePerLitre, slug }) => [name, price, total, pricePerLitre, slug]),
    ).toEqual([
      ['Cuvée Été', 10, 30, 13.33, 'product-1'],
      ['Coffret', 12, 24, null, 'product-5'],
      ['Disparue', 35, 70, 50, null],
    ]);
    expect(order.products[0]?.image).toMatchObject({ id: 1, alt: 'View Chênes' });
    expect(order.products[2]?.image).toBeNull();
    expect(order).toMatchObject({
      discountCode: 'CINQ',
      vat: [{ rate: 20, total: 36, vat: 6 }],
      carrier: { id: 1, name: 'À domicile' },
      pickup: null,
      states: [{ state: 'PENDING' }],
    });
  });

  test('keeps the product names of an order when the catalogue changes', async () => {
    await withSiteTransaction(api.db, 41, (tx) => tx.update(products).set({ name: 'Umgetauft' }));
    const willow = await createCustomer(api, { site: 41 });
    const id = await seedOrder(api, willow);
    const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { site: 41, headers: willow.headers })).data;
    expect(order.products[0]?.name).toBe('Cuvée Été');
  });

  test('returns place and time of a collection', async () => {
    const { order } = (await call<'GET /order/{id}'>(`/order/${ids[2]}`, { headers: camille.headers })).data;
    expect(order.pickup).toEqual({
      date: '2026-03-02',
      from: '10:00',
      to: '12:00',
      place: 'Chai',
      address: '1 rue des Vignes',
    });
  });

  test('runs the same number of queries for any number of orders', async () => {
    const querySpy = vi.spyOn(pg.Client.prototype, 'query');
    const queriesOf = async (customer: Customer, url: string) => {
      querySpy.mockClear();
      expect((await call(url, { headers: customer.headers })).status).toBe(200);
      // Counts the queries of transactions only, which are passed to `pg` as objects. The pings of the change listener
      // are passed as strings.
      return (querySpy.mock.calls as unknown[][]).filter(([query]) => typeof query === 'object').length;
    };
    expect(await queriesOf(camille, '/order')).toBe(await queriesOf(robin, '/order'));
    expect(await queriesOf(staff, '/admin/order')).toBe(await queriesOf(staff, '/admin/order?nbItem=1&page=3'));
    expect(await queriesOf(staff, '/admin/order')).toBeGreaterThan(5);
    querySpy.mockRestore();
  });

  test('returns 404 for the order of another customer', async () => {
    const answer = await call(`/order/${ids[3]}`, { headers: camille.headers });
    expect([answer.status, answer.message]).toEqual([404, 'Rien n’a été trouvé sous ce numéro.']);
    expect((await call(`/order/${ids[0]}`, { headers: staff.headers })).status).toBe(404);
    expect((await call('/order/2147483647', { headers: camille.headers })).status).toBe(404);
  });

  test.each(['0', '-1', '1.5', 'abc', '2147483648'])('rejects the order id %s with 400', async (id) => {
    expect((await call(`/order/${id}`, { headers: camille.headers })).status).toBe(400);
  });
});

describe('GET /admin/order', () => {
  test('returns all orders with customer, next states and mails', async () => {
    await withSiteTransaction(api.db, 40, (tx) =>
      queueMail(tx, {
        kind: 'order-confirmation',
        to: robin.email,
        lang: 'fr_FR',
        subject: 'Merci',
        blocks: [],
        orderId: ids[3] ?? 0,
      }),
    );
    const { orders, total } = (await listOrdersAsStaff('')).data;
    expect(total).toBe(4);
    expect(orders.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(orders[0]).toMatchObject({
      customer: { id: String(robin.id), email: robin.email },
      nextStates: ['PAID', 'PREPARING', 'CANCELLED'],
      mails: [{ kind: 'order-confirmation', to: robin.email, state: 'QUEUED', attempts: 0, lastError: '' }],
    });
  });

  test.each([
    ['?status=COMPLETED', [0]],
    ['?deliveryType=CLICK_AND_COLLECT', [2]],
    ['?total=19.9', [3]],
    ['?gte:total=31&lt:total=36', [1]],
    ['?lk:number=1000', [1]],
    ['?number=2026-99999', [0]],
    ['?gt:createdAt=2026-01-02T12:00:00Z&lte:createdAt=2026-01-03T12:00:00Z', [2]],
    ['?orderBy=total', [3, 1, 0, 2]],
  ])('filters, sorts and pages by the query "%s"', async (query, expected) => {
    expect((await listOrdersAsStaff(query)).data.orders.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  });

  test('finds orders by the customer’s address', async () => {
    const { orders } = (await listOrdersAsStaff(`?lk:email=${encodeURIComponent(robin.email.toUpperCase())}`)).data;
    expect(orders.map(({ id }) => id)).toEqual([ids[3]]);
  });
});

describe('GET /payment/method', () => {
  test('returns the methods of the estate in its order and the caller’s language', async () => {
    const { methods } = (await call<'GET /payment/method'>('/payment/method', { lang: 'en' })).data;
    expect(methods.map(({ method, label }) => [method, label])).toEqual([
      ['TRANSFER', 'Bank transfer'],
      ['CHEQUE', 'Cheque'],
      ['AT_PICKUP', 'When collecting'],
    ]);
  });

  test('leaves removed methods with a label in old orders', async () => {
    const willow = await createCustomer(api, { site: 41 });
    const id = await seedOrder(api, willow);
    await withSiteTransaction(api.db, 41, (tx) => tx.delete(acceptedPaymentMethods));
    const { order } = (await call<'GET /order/{id}'>(`/order/${id}`, { site: 41, headers: willow.headers })).data;
    expect(order.payment).toEqual({
      method: 'TRANSFER',
      label: 'Virement bancaire',
      instructions: '',
      isOnline: false,
    });
    expect((await call<'GET /payment/method'>('/payment/method', { site: 41 })).data.methods).toEqual([]);
  });
});
