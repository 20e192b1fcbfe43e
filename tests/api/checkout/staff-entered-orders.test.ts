import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { unpaidOrderLimitEntries } from '#server/api/orders/orders-tables.ts';
import type { StaffOrderBody } from '#shared/checkout/staff-checkout-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createCollectionOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { createCellarDoorSaleInput, createTelephoneOrderInput } from '#tests/support/fixtures/staff-order-input.ts';
import { saveUnpaidLimits } from '#tests/support/fixtures/unlimited-orders.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { db, call } = api;
const { stockOf, setStock } = createOrderAndStockActions(api);
let staff: Customer;
let camille: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(db, 40);
  staff = await createCustomer(api, { role: 'ADMIN' });
  camille = await createCustomer(api);
});
beforeEach(() => setStock({ 11: 100, 41: 10 }));

const telephoneOrder = (overrides: Partial<StaffOrderBody> = {}) =>
  createTelephoneOrderInput({ user: { phone: '05 45 00 00 00', email: camille.email }, ...overrides });
const enter = (body: StaffOrderBody, headers: Record<string, string> = {}) =>
  call<'POST /admin/order'>('/admin/order', { method: 'POST', body, headers: { ...staff.headers, ...headers } });
const enterOrder = async (body: StaffOrderBody) => {
  const answer = await enter(body);
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer.data.order;
};
const readOrder = async (id: number) =>
  (await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers })).data.order;
const readAudit = (id: number) =>
  withSiteTransaction(db, 40, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.key, String(id))),
  );
const readPickupPoints = async () => {
  const body = { postalCode: '16100', country: 'FR', idCarrier: 2 };
  return (await call<'POST /relay/access-points'>('/relay/access-points', { method: 'POST', body })).data.accessPoints;
};
const mailsOf = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);

describe('an order by telephone', () => {
  test('follows the rules of the shop, belongs to the account and names the member of staff', async () => {
    const { id } = await enterOrder(telephoneOrder());
    const order = await readOrder(id);
    expect(order).toMatchObject({ status: 'PENDING', channel: 'PHONE', payment: { method: 'CHEQUE' } });
    expect(order.customer).toMatchObject({ id: String(camille.id), email: camille.email });
    expect(order.history).toMatchObject([{ state: 'PENDING', actor: 'staff', staff: staff.email }]);
    expect(order.paymentDueAt).not.toBeNull();
    expect(await stockOf(11)).toBe(94);
    expect((await mailsOf(id)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['order-confirmation', camille.email],
    ]);
    expect(await readAudit(id)).toMatchObject([
      { userId: staff.id, resource: 'order', action: 'CREATE', before: null, after: { channel: 'PHONE' } },
    ]);
    const own = await call<'GET /order/{id}'>(`/order/${id}`, { headers: camille.headers });
    expect(own.data.order.number).toBe(order.number);
  });

  test('is a guest order for an unknown email address, which receives a secret link', async () => {
    const { id } = await enterOrder(telephoneOrder({ user: { phone: '05 45 00 00 00', email: 'new@mail.example' } }));
    expect((await readOrder(id)).customer).toMatchObject({ id: '', email: 'new@mail.example', lastname: 'Vignaud' });
    expect((await mailsOf(id))[0]?.recipient).toBe('new@mail.example');
  });

  test('sends no mail without an email address', async () => {
    const { id } = await enterOrder(telephoneOrder({ user: { phone: '05 45 00 00 00' } }));
    expect([(await readOrder(id)).customer.email, await mailsOf(id)]).toEqual(['', []]);
  });

  test('does not count towards the limits of unpaid orders', async () => {
    await saveUnpaidLimits(db, 40, { UNPAID_ORDERS_PER_NEW_CUSTOMER: 1, UNPAID_ORDERS_PER_CUSTOMER: 1 });
    const first = await enterOrder(telephoneOrder());
    await enterOrder(telephoneOrder());
    const holds = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(unpaidOrderLimitEntries).where(eq(unpaidOrderLimitEntries.orderId, first.id)),
    );
    expect(holds).toEqual([]);
  });

  test('is placed once if the call is repeated with its Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'staff-order-1' };
    const first = await enter(telephoneOrder(), key);
    const second = await enter(telephoneOrder(), key);
    expect(second.data.order.id).toBe(first.data.order.id);
    expect(await readAudit(first.data.order.id)).toHaveLength(1);
    expect(await stockOf(11)).toBe(94);
    expect((await enter(telephoneOrder({ channel: 'EMAIL' }), key)).status).toBe(409);
  });

  test('is refused beyond the stock, which stays as it is', async () => {
    const answer = await enter(telephoneOrder({ products: [{ id: 11, quantity: 102 }] }));
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([409, ['products.0']]);
    expect(await stockOf(11)).toBe(100);
  });
});

describe('an order for a pickup point', () => {
  const destination = { postalCode: '16100', country: 'FR' };

  test('has the quoted fee, and is refused at the field without a point', async () => {
    const products = [{ id: 11, quantity: 6 }];
    const body = { products, delivery: { type: 'PICKUP', idCarrier: 2 }, destination };
    const { data } = await call<'POST /admin/order/quote'>('/admin/order/quote', {
      method: 'POST',
      body,
      headers: staff.headers,
    });
    expect(data.carriers.map(({ id }) => id)).toEqual([2]);
    const [point] = await readPickupPoints();
    const delivery = { type: 'PICKUP', idCarrier: 2, accessPoint: { id: point?.id ?? '' } } as const;
    const { id } = await enterOrder(telephoneOrder({ delivery, total: data.total }));
    expect((await readOrder(id)).total).toBe(data.total);
    const refused = await enter(telephoneOrder({ delivery: { type: 'PICKUP', idCarrier: 2 } }));
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ['delivery.accessPoint']]);
  });
});

describe('an order of vouchers alone', () => {
  const voucherOrder = (overrides: Partial<StaffOrderBody> = {}) =>
    telephoneOrder({
      products: [{ id: 41, quantity: 1 }],
      user: { phone: '', lastname: 'Vignaud', email: camille.email },
      address: {},
      delivery: { type: 'NO_DELIVERY' },
      isAdult: false,
      ...overrides,
    });

  const setProduct = (values: Partial<Pick<typeof products.$inferSelect, 'kind' | 'hasShippingFees'>>) =>
    withSiteTransaction(db, 40, (tx) => tx.update(products).set(values).where(eq(products.id, 4)));
  beforeAll(() => setProduct({ kind: 'voucher', hasShippingFees: false }));
  afterAll(() => setProduct({ kind: 'juice', hasShippingFees: true }));

  test('needs no postal address, and sends the vouchers once it is paid', async () => {
    const { id, status } = await enterOrder(voucherOrder({ settlement: 'PAID' }));
    expect(status).toBe('PAID');
    expect((await readOrder(id)).vouchers).toHaveLength(1);
    expect((await mailsOf(id)).map(({ kind }) => kind)).toContain('order-vouchers');
  });

  test('needs a name and an email address', async () => {
    const errorsOf = async (user: StaffOrderBody['user']) =>
      Object.keys((await enter(voucherOrder({ user }))).errors ?? {});
    expect(await errorsOf({ phone: '', email: camille.email })).toEqual(['user.lastname']);
    expect(await errorsOf({ phone: '', lastname: 'Vignaud' })).toEqual(['user.email']);
  });

  test('needs an email address also if other goods are collected or taken away with the vouchers', async () => {
    const products = [
      { id: 11, quantity: 6 },
      { id: 41, quantity: 1 },
    ];
    const user = { phone: '', lastname: 'Vignaud' };
    const collected = createCellarDoorSaleInput({ products, settlement: 'PAID', user });
    for (const body of [collected, createCellarDoorSaleInput({ products })]) {
      const refused = await enter(body);
      expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ['user.email']]);
    }
    const { id } = await enterOrder({ ...collected, user: { ...collected.user, email: camille.email } });
    expect((await mailsOf(id)).map(({ kind }) => kind)).toContain('order-vouchers');
  });
});

describe('a sale at the cellar door', () => {
  test('is paid and completed at once, without a customer and without mails', async () => {
    const { id, status } = await enterOrder(createCellarDoorSaleInput());
    expect(status).toBe('COMPLETED');
    const order = await readOrder(id);
    expect(order.history.map(({ state, actor }) => [state, actor])).toEqual([
      ['PENDING', 'staff'],
      ['PAID', 'staff'],
      ['PREPARING', 'staff'],
      ['COMPLETED', 'staff'],
    ]);
    expect(order).toMatchObject({ channel: 'CELLAR_DOOR', payment: { method: 'CASH' }, pickup: null });
    expect([await mailsOf(id), await stockOf(11)]).toEqual([[], 98]);
  });

  test('confirms the payment in one mail, without instructions and without the right of withdrawal', async () => {
    const { id } = await enterOrder(
      createCellarDoorSaleInput({ settlement: 'PAID', user: { phone: '', email: camille.email, lastname: 'Vignaud' } }),
    );
    const [mail, ...others] = await mailsOf(id);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Votre commande est payée');
    expect(mail?.text).not.toContain('/withdrawal');
    expect((await readOrder(id)).status).toBe('PAID');
  });

  test('records how and when the customer paid, today by default', async () => {
    const user = { phone: '', lastname: 'Vignaud' };
    const sale = createCellarDoorSaleInput({ settlement: 'PAID', user, payment: 'CARD_TERMINAL' });
    const earlier = await enterOrder({ ...sale, paidOn: '2026-01-15' });
    expect(await readOrder(earlier.id)).toMatchObject({ payment: { method: 'CARD_TERMINAL' }, paidOn: '2026-01-15' });
    const { id } = await enterOrder(sale);
    expect((await readOrder(id)).paidOn).toBe(toLocalDay(Date.now(), 'Europe/Paris'));
    const open = await enterOrder(createCellarDoorSaleInput({ settlement: 'OPEN', user, payment: 'TRANSFER' }));
    expect((await readOrder(open.id)).paidOn).toBeNull();
  });

  test('prints its documents although the customer gave no postal address', async () => {
    const { id } = await enterOrder(createCellarDoorSaleInput());
    for (const document of ['packing-list', 'delivery-note'])
      expect((await call(`/admin/order/${id}/${document}`, { headers: staff.headers })).status).toBe(200);
  });

  test('waits for its collection if it has no slot, until staff cancel it', async () => {
    const body = createCellarDoorSaleInput({
      settlement: 'OPEN',
      payment: 'AT_PICKUP',
      user: { phone: '', lastname: 'Vignaud' },
    });
    const { id } = await enterOrder(body);
    expect(await readOrder(id)).toMatchObject({ status: 'PENDING', paymentDueAt: null, pickup: null });
  });

  test('can reserve a slot', async () => {
    const { dateSchedule, idSchedule } = createCollectionOrderInput();
    const { id } = await enterOrder(
      createCellarDoorSaleInput({
        settlement: 'OPEN',
        user: { phone: '', lastname: 'Vignaud' },
        dateSchedule,
        idSchedule,
      }),
    );
    expect((await readOrder(id)).pickup?.date).toBe(dateSchedule);
  });
});

test.each([
  ['an unconfirmed age', createCellarDoorSaleInput({ isAdult: false }), 422, 'isAdult'],
  ['a customer without a name', createCellarDoorSaleInput({ settlement: 'OPEN' }), 422, 'user.lastname'],
  ['a delivery that is taken away', { settlement: 'TAKEN_AWAY' } as const, 422, 'settlement'],
  ['a delivery without a telephone number', { user: { phone: '' } }, 422, 'user.phone'],
  ['a delivery without an address', { address: {} }, 422, 'address.delivery'],
  ['payment on collection of a delivery', { payment: 'AT_PICKUP' } as const, 422, 'payment'],
  ['a paid order without its payment', { settlement: 'PAID', payment: undefined } as const, 422, 'payment'],
  ['cash for an unpaid order', { payment: 'CASH' } as const, 422, 'payment'],
  ['a payment on a day to come', { settlement: 'PAID', payment: 'CASH', paidOn: '2999-01-01' } as const, 422, 'paidOn'],
  ['an unknown discount code', { discount: { code: 'RIEN' } }, 422, 'discount.code'],
])('POST /admin/order refuses %s and names the field', async (_case, overrides, status, field) => {
  const answer = await enter(telephoneOrder(overrides));
  expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([status, [field]]);
  expect(await stockOf(11)).toBe(100);
});
