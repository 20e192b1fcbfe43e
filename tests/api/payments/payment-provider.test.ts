import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { runDueJobs } from '#server/api/jobs/start-worker.ts';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { readStateChangesOfOrders } from '#server/api/orders/order-repository.ts';
import { offlinePaymentProvider } from '#server/api/payments/payment-provider.ts';
import { createPaymentProviders } from '#server/api/payments/payment-providers.ts';
import { createLogger } from '#server/http/logger.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { eurosToCents } from '#shared/money.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { refuse } from '#shared/outcome.ts';
import { maxWebhookBytes } from '#shared/payments/payment-webhook.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  createFakePaymentProvider,
  saveFakePaymentSecret,
  signWebhookBody,
} from '#tests/support/fixtures/fake-payment-provider.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const provider = createFakePaymentProvider();
const payments = createPaymentProviders([provider, { ...offlinePaymentProvider, methods: ['CHEQUE', 'AT_PICKUP'] }]);
const api = await startTestApi({ providers: { ...apiProviders, payments } });
const { placeOrder, stockOf, setStock } = createOrderAndStockActions(api);

let customer: Customer;
let staff: Customer;

beforeAll(async () => {
  for (const id of [40, 41, 42]) {
    await seedEstate(api.db, api.filesDir, { id, mark: `Estate ${id}` });
    await seedShopSettings(api.db, id);
    await setStock({ 11: 1_000 }, id);
  }
  // Site 42 has no account at the provider.
  for (const id of [40, 41]) await saveFakePaymentSecret(api.db, id);
  customer = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});
beforeEach(() => {
  provider.respond = null;
  provider.startedOrders.length = 0;
});

/** Returns the headers with which the storefront forwards a visitor's call. */
const fromVisitor = (ipAddress: string) => ({
  'x-api-secret': testApiSecret,
  'x-client-address': ipAddress,
  'x-site-origin': 'https://estate.example',
});
const visitor = fromVisitor('203.0.113.5');
const onlineMethod = { payment: 'TRANSFER' } as const;
const placePendingOrder = async () => (await placeOrder(customer, createPlaceOrderInput(onlineMethod))).data;
const placeGuestOrder = async (overrides: Partial<OrderBody> = {}) => {
  const user = { phone: '05 45 00 00 00', email: 'guest@mail.example', birthdate: '1980-02-03' };
  const body = createPlaceOrderInput({ ...onlineMethod, user, ...overrides });
  return (await api.call<'POST /order'>('/order', { method: 'POST', lang: 'en', body, headers: visitor })).data;
};
const startPayment = (
  id: number,
  body: { token?: string } = {},
  { headers = {}, site = 40 }: { headers?: Record<string, string>; site?: number } = {},
) => api.call<'POST /order/{id}/payment'>(`/order/${id}/payment`, { method: 'POST', site, body, headers });

interface WebhookOptions {
  site?: number;
  signature?: string;
  id?: string;
  headers?: Record<string, string>;
}
/** Sends a webhook with this body unchanged, because the signature covers spaces and the order of keys. */
const webhook = async (
  body: string,
  { site = 40, signature = signWebhookBody(body, site), id = 'fake-pay', headers = {} }: WebhookOptions = {},
) =>
  api.app.inject({
    method: 'POST',
    url: `/payment/${id}/notify`,
    headers: { idSite: String(site), 'content-type': 'application/json', 'x-fake-signature': signature, ...headers },
    payload: body,
  });
const paidEvent = ({ number, total }: Pick<PlacedOrder, 'number' | 'total'>, changes: object = {}) =>
  JSON.stringify(
    {
      type: 'paid',
      orderNumber: number,
      amount: eurosToCents(total),
      currency: 'EUR',
      reference: `pay-${number}`,
      ...changes,
    },
    null,
    3,
  );
const failedEvent = (order: PlacedOrder) => paidEvent(order, { type: 'failed' });
const movesOf = async (id: number) =>
  (await withSiteTransaction(api.db, 40, (tx) => readStateChangesOfOrders(tx, [id]))).map(({ state, actor }) => [
    state,
    actor,
  ]);
const cancel = (id: number) =>
  api.call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/state`, {
    method: 'PUT',
    body: { state: 'CANCELLED' },
    headers: staff.headers,
  });
const orderOf = async (id: number) =>
  (await api.call<'GET /order/{id}'>(`/order/${id}`, { headers: customer.headers })).data.order;
const surplusOf = async (id: number) => {
  const path = '/admin/order?nbItem=100';
  const { data } = await api.call<'GET /admin/order'>(path, { headers: staff.headers });
  return data.orders.find((order) => order.id === id)?.surplusPayments;
};
const surplusNoticesOf = async (id: number) =>
  (await readMails(api, 40)).filter(({ orderId, kind }) => orderId === id && kind === 'order-surplus-payment-notice');
const warnings = () => api.log.filter(({ msg }) => msg === 'payment start failed');

const pending = [['PENDING', 'customer']];
const paid = [
  ['PENDING', 'customer'],
  ['PAID', 'provider'],
];

describe('a redirecting payment provider', () => {
  test('is offered with its origins by an estate that has an account at it', async () => {
    const offer = async (site: number) => (await api.call<'GET /payment/method'>('/payment/method', { site })).data;
    const { methods, policySources } = await offer(40);
    expect(methods.map(({ method, isOnline }) => [method, isOnline])).toEqual([
      ['TRANSFER', true],
      ['CHEQUE', false],
      ['AT_PICKUP', false],
    ]);
    expect(policySources).toEqual({ script: ['https://js.fake-pay.example'], frame: ['https://*.fake-pay.example'] });
    const without = await offer(42);
    expect(without.methods.map(({ method }) => method)).toEqual(['CHEQUE', 'AT_PICKUP']);
    expect(without.policySources).toEqual({});
  });

  test('receives the order after it was placed, and redirects the customer', async () => {
    const placed = await placeGuestOrder();
    expect(placed).toMatchObject({
      status: 'PENDING',
      payment: { method: 'TRANSFER', isOnline: true },
      paymentStep: { kind: 'redirect', url: `https://fake-pay.example/pay/key-40/${placed.id}` },
    });
    expect(provider.startedOrders).toEqual([
      {
        id: placed.id,
        number: placed.number,
        email: 'guest@mail.example',
        amount: eurosToCents(placed.total),
        currency: 'EUR',
        lang: 'en',
        returnUrl: `https://estate.example/checkout/done/${placed.id}`,
        webhookUrl: 'https://estate.example/api/payment/fake-pay/notify',
      },
    ]);
  });

  test('has nothing to do for the methods that customer and estate settle themselves', async () => {
    const { data } = await placeOrder(customer, createPlaceOrderInput({ payment: 'CHEQUE' }));
    expect(data).toMatchObject({ payment: { isOnline: false }, paymentStep: { kind: 'none' } });
    expect((await startPayment(data.id, {}, customer)).data).toEqual({ paymentStep: { kind: 'none' } });
    expect(provider.startedOrders).toEqual([]);
  });

  test('starts again with the response of a repeated order', async () => {
    const body = createPlaceOrderInput(onlineMethod);
    const first = await placeOrder(customer, body, { key: 'payment-key' });
    const second = await placeOrder(customer, body, { key: 'payment-key' });
    expect(second.data).toEqual(first.data);
    expect(provider.startedOrders.map(({ id }) => id)).toEqual([first.data.id, first.data.id]);
  });

  test.each([
    ['is down', async () => refuse('provider_unavailable')],
    ['fails unexpectedly', async () => Promise.reject(new Error('connection refused'))],
    ['is too slow', () => new Promise<never>(() => {})],
  ] as const)('leaves the order PENDING, to be paid later, if it %s', async (_, respond) => {
    provider.respond = respond;
    const before = warnings().length;
    const placed = await placePendingOrder();
    expect(placed).toMatchObject({ status: 'PENDING', paymentStep: { kind: 'unavailable' } });
    expect(warnings().slice(before)).toMatchObject([{ provider: 'fake-pay', order: placed.number }]);
    provider.respond = null;
    expect((await startPayment(placed.id, {}, customer)).data.paymentStep.kind).toBe('redirect');
  });

  test('refunds a payment when staff cancel its order, by a job, and nothing for an unpaid order', async () => {
    const [settled, open] = [await placePendingOrder(), await placePendingOrder()];
    await webhook(paidEvent(settled));
    expect((await cancel(settled.id)).status).toBe(200);
    expect((await cancel(open.id)).status).toBe(200);
    expect(provider.refunds).toEqual([]);
    const logger = createLogger('silent');
    const transport = { send: async () => {}, close: () => {} };
    await runDueJobs(api.db, {
      ...createApiJobs({ logger, transport, filesDir: api.filesDir, dataDir: api.dataDir }, { payments }),
      logger,
    });
    const amount = eurosToCents(settled.total);
    expect(provider.refunds).toEqual([{ reference: `pay-${settled.number}`, amount, apiKey: 'key-40' }]);
    expect(await movesOf(settled.id)).toEqual([...paid, ['CANCELLED', 'staff']]);
  });

  test('never reveals the keys of the estate', async () => {
    const config = await api.call<'GET /external-app/{app}/config/public'>('/external-app/FAKE_PAY/config/public');
    const site = await api.call<'GET /site/info'>('/site/info');
    expect(config.status).toBe(200);
    for (const { text } of [config, site]) expect(text).not.toMatch(/key-40|webhook key/);
  });
});

describe('POST /order/{id}/payment', () => {
  test('starts the payment of an unpaid order again, for its customer', async () => {
    const { id } = await placePendingOrder();
    const { status, data } = await startPayment(id, {}, customer);
    expect([status, data.paymentStep]).toEqual([200, { kind: 'redirect', url: expect.stringContaining(`/${id}`) }]);
  });

  test('starts the payment of a guest order with the token of its link', async () => {
    const { id, orderToken = '' } = await placeGuestOrder();
    expect((await startPayment(id, { token: orderToken })).data.paymentStep.kind).toBe('redirect');
  });

  test.each([
    ['another customer', 404, async () => ({ headers: (await createCustomer(api)).headers, body: {} })],
    ['a visitor without session and token', 404, async () => ({ headers: {}, body: {} })],
    ['an expired session', 401, async () => ({ headers: { authorization: `Bearer ${'x'.repeat(43)}` }, body: {} })],
    ['an unknown token', 422, async () => ({ headers: {}, body: { token: 'x'.repeat(43) } })],
    [
      'the token of another order',
      404,
      async () => ({ headers: {}, body: { token: (await placeGuestOrder()).orderToken ?? '' } }),
    ],
  ] as const)('refuses %s with %i', async (_, status, caller) => {
    const { id } = await placePendingOrder();
    provider.startedOrders.length = 0;
    const { headers, body } = await caller();
    provider.startedOrders.length = 0;
    expect((await startPayment(id, body, { headers })).status).toBe(status);
    expect(provider.startedOrders).toEqual([]);
  });

  test('refuses the order of another site', async () => {
    const { id } = await placePendingOrder();
    const stranger = await createCustomer(api, { site: 41 });
    expect((await startPayment(id, {}, { ...stranger, site: 41 })).status).toBe(404);
    const { id: guestOrder, orderToken: token = '' } = await placeGuestOrder();
    expect((await startPayment(guestOrder, { token }, { site: 41 })).status).toBe(422);
  });

  test('refuses an order that is paid or cancelled', async () => {
    const [settled, cancelled] = [await placePendingOrder(), await placePendingOrder()];
    await webhook(paidEvent(settled));
    await cancel(cancelled.id);
    for (const { id } of [settled, cancelled]) expect((await startPayment(id, {}, customer)).status).toBe(409);
  });

  test('limits the calls of a client', async () => {
    const { id, orderToken: token = '' } = await placeGuestOrder();
    const limits = createRateLimiter(api.db);
    const ipAddress = '198.51.100.80';
    const { points } = rateLimitRules['payment-client'];
    for (let i = 0; i < points; i++) await limits.consume(40, 'payment-client', ipAddress);
    const refused = await startPayment(id, { token }, { headers: fromVisitor(ipAddress) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await startPayment(id, { token }, { headers: visitor })).status).toBe(200);
  });
});

describe('POST /payment/{id}/notify', () => {
  test('moves an order to PAID by a webhook signed over the raw body, once', async () => {
    const placed = await placePendingOrder();
    const first = await webhook(paidEvent(placed));
    expect([first.statusCode, first.body]).toEqual([204, '']);
    expect((await webhook(paidEvent(placed))).statusCode).toBe(204);
    expect(await movesOf(placed.id)).toEqual(paid);
    const mails = (await readMails(api, 40)).filter(({ orderId }) => orderId === placed.id);
    expect(mails.filter(({ kind }) => kind === 'order-paid')).toHaveLength(1);
  });

  test('moves an order once when webhooks of one payment arrive at the same time', async () => {
    const placed = await placePendingOrder();
    const answers = await Promise.all(Array.from({ length: 4 }, () => webhook(paidEvent(placed))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    expect(await movesOf(placed.id)).toEqual(paid);
  });

  test('reports a second payment of an order to the estate, once', async () => {
    const placed = await placePendingOrder();
    await webhook(paidEvent(placed));
    for (let i = 0; i < 2; i++)
      expect((await webhook(paidEvent(placed, { reference: 'pay-again' }))).statusCode).toBe(204);
    expect(await movesOf(placed.id)).toEqual(paid);
    expect(await surplusOf(placed.id)).toMatchObject([{ reference: 'pay-again', reason: 'already_paid' }]);
    expect(await surplusNoticesOf(placed.id)).toHaveLength(1);
  });

  test('leaves an order PENDING whose payment failed, with its stock, until it is paid', async () => {
    const before = (await stockOf(11)) ?? 0;
    const placed = await placePendingOrder();
    expect((await webhook(failedEvent(placed))).statusCode).toBe(204);
    expect(await movesOf(placed.id)).toEqual(pending);
    expect(await stockOf(11)).toBe(before - 6);
    expect(await orderOf(placed.id)).toMatchObject({ status: 'PENDING', payment: { isOnline: true } });
    expect((await startPayment(placed.id, {}, customer)).data.paymentStep.kind).toBe('redirect');
    await webhook(paidEvent(placed));
    expect(await movesOf(placed.id)).toEqual(paid);
  });

  test('reports the payment of an order that its customer cancelled meanwhile, once', async () => {
    const placed = await placePendingOrder();
    await api.call(`/order/${placed.id}/cancel`, { method: 'PUT', headers: customer.headers });
    const responses = await Promise.all([1, 2, 3].map(() => webhook(paidEvent(placed))));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect(await movesOf(placed.id)).toEqual([...pending, ['CANCELLED', 'customer']]);
    const reference = `pay-${placed.number}`;
    expect(await surplusOf(placed.id)).toEqual([
      { reference, amount: placed.total, reason: 'order_cancelled', receivedAt: expect.any(String), refundedAt: null },
    ]);
    expect((await orderOf(placed.id)).surplusPayments).toEqual([
      { amount: placed.total, receivedAt: expect.any(String), refundedAt: null },
    ]);
    const notices = await surplusNoticesOf(placed.id);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain(reference);
  });

  test('lets staff record the refund of a surplus payment', async () => {
    const placed = await placePendingOrder();
    await cancel(placed.id);
    await webhook(paidEvent(placed));
    const recordRefund = (reference: string) =>
      api.call<'PUT /admin/order/{id}/refund'>(`/admin/order/${placed.id}/refund`, {
        method: 'PUT',
        body: { idRefund: null, reference },
        headers: staff.headers,
      });
    expect((await recordRefund('unknown')).status).toBe(404);
    const first = await recordRefund(`pay-${placed.number}`);
    expect(first.data.order.surplusPayments[0]?.refundedAt).toEqual(expect.any(String));
    expect((await recordRefund(`pay-${placed.number}`)).data).toEqual(first.data);
    const audit = await api.call(`/admin/audit?resource=order&key=${placed.id}`, { headers: staff.headers });
    expect(JSON.parse(audit.text).data.entries[0]).toMatchObject({
      email: staff.email,
      after: { refundedPayment: `pay-${placed.number}` },
    });
  });

  test('records the payment of an order that staff prepare already, so that it can be refunded', async () => {
    const placed = await placePendingOrder();
    const path = `/admin/order/${placed.id}/state`;
    await api.call(path, { method: 'PUT', body: { state: 'PREPARING' }, headers: staff.headers });
    expect((await webhook(paidEvent(placed))).statusCode).toBe(204);
    expect((await orderOf(placed.id)).status).toBe('PREPARING');
    await webhook(paidEvent(placed, { reference: 'pay-again' }));
    expect(await surplusOf(placed.id)).toMatchObject([{ reference: 'pay-again', reason: 'already_paid' }]);
  });

  test('reports the payment of an order that had been returned', async () => {
    const placed = await placePendingOrder();
    for (const state of ['PREPARING', 'SHIPPED', 'RETURNED'])
      await api.call(`/admin/order/${placed.id}/state`, { method: 'PUT', body: { state }, headers: staff.headers });
    expect((await webhook(paidEvent(placed))).statusCode).toBe(204);
    expect((await orderOf(placed.id)).status).toBe('RETURNED');
    expect(await surplusOf(placed.id)).toMatchObject([{ reason: 'order_returned' }]);
    expect(await surplusNoticesOf(placed.id)).toHaveLength(1);
  });

  test('reports the payment of an order that staff had marked as paid', async () => {
    const placed = await placePendingOrder();
    const path = `/admin/order/${placed.id}/state`;
    await api.call(path, { method: 'PUT', body: { state: 'PAID' }, headers: staff.headers });
    expect((await webhook(paidEvent(placed))).statusCode).toBe(204);
    expect(await surplusOf(placed.id)).toMatchObject([{ reference: `pay-${placed.number}`, reason: 'already_paid' }]);
    expect(await surplusNoticesOf(placed.id)).toHaveLength(1);
  });

  test('accepts an event that changes no order', async () => {
    expect((await webhook('{"type":"ping"}')).statusCode).toBe(204);
  });

  const signed = (body: string, options: WebhookOptions = {}) => [body, options] as const;
  test.each([
    ['has a wrong signature', 400, async () => signed(paidEvent(await placePendingOrder()), { signature: 'forged' })],
    [
      'has the signature of another site',
      400,
      async () => {
        const body = paidEvent(await placePendingOrder());
        return signed(body, { signature: signWebhookBody(body, 41) });
      },
    ],
    ['names no provider', 404, async () => signed(paidEvent(await placePendingOrder()), { id: 'other-pay' })],
    [
      'names a provider without webhooks',
      404,
      async () => signed(paidEvent(await placePendingOrder()), { id: 'arranged' }),
    ],
    ['names a malformed provider', 404, async () => signed(paidEvent(await placePendingOrder()), { id: 'Other_Pay' })],
    ['names no order', 404, async () => signed(paidEvent({ ...(await placePendingOrder()), number: '2026-99999' }))],
    ['names an order of another site', 404, async () => signed(paidEvent(await placePendingOrder()), { site: 41 })],
    [
      'arrives at a site without an account',
      400,
      async () => signed(paidEvent(await placePendingOrder()), { site: 42 }),
    ],
    ['names another amount', 409, async () => signed(paidEvent({ ...(await placePendingOrder()), total: 1 }))],
    ['names another currency', 409, async () => signed(paidEvent(await placePendingOrder(), { currency: 'USD' }))],
    ['is too large', 413, async () => signed('x'.repeat(maxWebhookBytes + 1))],
  ])('refuses a webhook that %s with %i', async (_, status, request) => {
    const answer = await webhook(...(await request()));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  });

  test('does not change orders of another provider', async () => {
    const id = await seedOrder(api, customer, { order: { number: '2026-70001', paymentMethod: 'CHEQUE' } });
    const answer = await webhook(paidEvent({ number: '2026-70001', total: 36 }));
    expect(answer.statusCode).toBe(404);
    expect(await movesOf(id)).toEqual(pending);
  });

  test('limits refused webhooks of one network at a site, and never counts valid ones', async () => {
    const { points } = rateLimitRules['webhook-client'];
    const limits = createRateLimiter(api.db);
    const network = '198.51.100.7';
    const from = { 'x-client-address': network, 'x-api-secret': testApiSecret };
    const ping = () => webhook('{"type":"ping"}', { headers: from });
    for (let i = 1; i < points; i++) await limits.consume(40, 'webhook-client', network);
    for (let i = 0; i < 3; i++) expect((await ping()).statusCode).toBe(204);
    expect((await webhook('{}', { signature: 'forged', headers: from })).statusCode).toBe(400);
    const refused = await ping();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await webhook('{"type":"ping"}')).statusCode).toBe(204);
    expect((await webhook('{"type":"ping"}', { headers: from, site: 41 })).statusCode).toBe(204);
  });
});
