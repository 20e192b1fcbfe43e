import { beforeAll, describe, expect, test } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createRateLimits, rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { readOrderStateChanges } from '#server/api/orders/order-reading-repository.ts';
import { createPaymentProviders } from '#server/api/payments/payment-providers.ts';
import { eurosToCents } from '#shared/money.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { maxWebhookBytes } from '#shared/payments/payment-webhook.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createFakePaymentProvider, signWebhookBody } from '#tests/support/fixtures/fake-payment-provider.ts';
import { insertOrder } from '#tests/support/fixtures/insert-order.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createOrderActions } from '#tests/support/fixtures/order-actions.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const provider = createFakePaymentProvider();
const api = await startTestApi({ providers: { ...apiProviders, payments: createPaymentProviders([provider]) } });
const { placeOrder, stockOf, setStock } = createOrderActions(api);

let customer: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShop(api.db, 40);
  await setStock({ 11: 1_000 });
  await insertSite(api.db, 41);
  customer = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});

const placePendingOrder = async (): Promise<PlacedOrder> => (await placeOrder(customer)).data;

interface WebhookOptions {
  signature?: string;
  site?: number;
  id?: string;
  headers?: Record<string, string>;
}
/** Sends a webhook with this body unchanged, because the signature covers spaces and the order of keys. */
const webhook = async (
  body: string,
  { signature = signWebhookBody(body), site = 40, id = 'fake-pay', headers = {} }: WebhookOptions = {},
) =>
  api.app.inject({
    method: 'POST',
    url: `/payment/${id}/notify`,
    headers: { idSite: String(site), 'content-type': 'application/json', 'x-fake-signature': signature, ...headers },
    payload: body,
  });
const paidEvent = ({ number, total }: PlacedOrder) =>
  `{ "type":"paid",  "orderNumber": "${number}", "amount": ${eurosToCents(total)} }`;
const failedEvent = ({ number, total }: PlacedOrder) =>
  JSON.stringify({ type: 'failed', orderNumber: number, amount: eurosToCents(total) });
const movesOf = async (id: number) =>
  (await withSiteTransaction(api.db, 40, (tx) => readOrderStateChanges(tx, [id]))).map(({ state, actor }) => [
    state,
    actor,
  ]);
const cancel = (id: number) =>
  api.call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/state`, {
    method: 'PUT',
    body: { state: 'CANCELLED' },
    headers: staff.headers,
  });

describe('a payment provider', () => {
  test('offers its methods to customers and starts the payment', async () => {
    const { methods, policySources } = (await api.call<'GET /payment/method'>('/payment/method')).data;
    expect(methods).toEqual([{ method: 'TRANSFER', label: 'Fake pay', instructions: '' }]);
    expect(policySources).toEqual({ script: ['https://js.fake-pay.example'], frame: ['https://*.fake-pay.example'] });
    const placed = await placePendingOrder();
    expect(placed).toMatchObject({ status: 'PENDING', payment: { label: 'Fake pay' } });
    expect(provider.startedOrders.at(-1)).toEqual({ number: placed.number, total: eurosToCents(placed.total) });
  });

  test('moves an order to PAID by a webhook signed over the raw body, once', async () => {
    const placed = await placePendingOrder();
    const first = await webhook(paidEvent(placed));
    expect([first.statusCode, first.body]).toEqual([204, '']);
    expect((await webhook(paidEvent(placed))).statusCode).toBe(204);
    expect(await movesOf(placed.id)).toEqual([
      ['PENDING', 'customer'],
      ['PAID', 'provider'],
    ]);
  });

  test('refunds a paid order that staff cancel, and no unpaid one', async () => {
    const [settled, open] = [await placePendingOrder(), await placePendingOrder()];
    await webhook(paidEvent(settled));
    expect((await cancel(settled.id)).status).toBe(200);
    expect((await cancel(open.id)).status).toBe(200);
    expect(provider.refundedOrders).toEqual([{ number: settled.number, total: eurosToCents(settled.total) }]);
    expect(await movesOf(settled.id)).toEqual([
      ['PENDING', 'customer'],
      ['PAID', 'provider'],
      ['CANCELLED', 'staff'],
    ]);
  });

  test('cancels an order whose payment failed and restores the stock', async () => {
    const before = await stockOf(11);
    const placed = await placePendingOrder();
    expect(await stockOf(11)).toBe((before ?? 0) - 6);
    expect((await webhook(failedEvent(placed))).statusCode).toBe(204);
    expect(await movesOf(placed.id)).toEqual([
      ['PENDING', 'customer'],
      ['CANCELLED', 'provider'],
    ]);
    expect(await stockOf(11)).toBe(before);
    expect((await webhook(paidEvent(placed))).statusCode).toBe(409);
  });
});

describe('POST /payment/{id}/notify', () => {
  test('accepts an event that changes no order', async () => {
    expect((await webhook('{"type":"ping"}')).statusCode).toBe(204);
  });

  test.each([
    [
      'has a wrong signature',
      400,
      async () => [paidEvent(await placePendingOrder()), { signature: signWebhookBody('other') }] as const,
    ],
    ['names no provider', 404, async () => [paidEvent(await placePendingOrder()), { id: 'other-pay' }] as const],
    [
      'names a malformed provider',
      404,
      async () => [paidEvent(await placePendingOrder()), { id: 'Other_Pay' }] as const,
    ],
    [
      'names no order',
      404,
      async () => [paidEvent({ ...(await placePendingOrder()), number: '2026-99999' }), {}] as const,
    ],
    ['arrives at another site', 404, async () => [paidEvent(await placePendingOrder()), { site: 41 }] as const],
    ['names another amount', 409, async () => [paidEvent({ ...(await placePendingOrder()), total: 1 }), {}] as const],
    ['is too large', 413, async () => ['x'.repeat(maxWebhookBytes + 1), {}] as const],
  ])('refuses a webhook that %s with %i', async (_, status, request) => {
    const answer = await webhook(...(await request()));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  });

  test('limits refused webhooks of one network at a site, and never counts valid ones', async () => {
    const { points } = rateLimitRules['webhook-client'];
    const limits = createRateLimits(api.db);
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

  test('does not change orders of another provider', async () => {
    const id = await insertOrder(api, customer, { order: { number: '2026-70001', paymentMethod: 'CHEQUE' } });
    const answer = await webhook(JSON.stringify({ type: 'paid', orderNumber: '2026-70001', amount: 3_600 }));
    expect(answer.statusCode).toBe(404);
    expect(await movesOf(id)).toEqual([['PENDING', 'customer']]);
  });
});
