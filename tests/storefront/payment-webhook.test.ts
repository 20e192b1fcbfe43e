import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { concurrentWebhookLimits } from '#server/storefront/gateway/webhook-gateway.ts';
import { maxWebhookBytes } from '#shared/payments/payment-webhook.ts';
import {
  type StorefrontFixture,
  startStorefrontFixture,
  storefrontApiSecret,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
});

const path = '/payment/fake-pay/notify';
const send = (payload: string, headers: Record<string, string> = {}, url = path) =>
  fixture.app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { host: 'localhost', ...headers } });

test('the gateway forwards a webhook with its raw body and signature, whatever its content type and origin', async () => {
  fixture.api.handlers[path] = (_request, response) => void response.writeHead(204).end();
  const body = '{ "b": 1,\n  "a": 2 }';
  const response = await send(body, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-fake-signature': 'abc',
    'stripe-signature': 't=1,v1=def',
    origin: 'https://pay.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(response.statusCode).toBe(204);
  expect(fixture.api.requests).toHaveLength(1);
  expect(fixture.api.requests[0]).toMatchObject({
    name: `POST ${path}`,
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-fake-signature': 'abc',
      'stripe-signature': 't=1,v1=def',
      idsite: '40',
      'x-api-secret': storefrontApiSecret,
    },
  });
});

test('the gateway removes credentials and forged gateway headers from a webhook', async () => {
  fixture.api.handlers[path] = (_request, response) => void response.writeHead(204).end();
  await send('{}', {
    cookie: `token=${'T'.repeat(43)}`,
    authorization: 'Bearer stolen',
    idsite: '41',
    userlang: 'en',
    'x-forwarded-for': '6.6.6.6',
    'x-client-address': '6.6.6.6',
    'x-site-origin': 'https://evil.example',
    'x-api-secret': 'guessed',
  });
  const headers = fixture.api.requests[0]?.headers;
  expect(headers).toMatchObject({ idsite: '40', userlang: 'fr_FR', 'x-client-address': '127.0.0.1' });
  expect(headers?.['x-api-secret']).toBe(storefrontApiSecret);
  expect(headers?.['x-site-origin']).not.toContain('evil');
  for (const name of ['cookie', 'authorization', 'x-forwarded-for']) expect(headers?.[name]).toBeUndefined();
});

test('the gateway refuses a webhook that is too large without calling the API', async () => {
  const response = await send('x'.repeat(maxWebhookBytes + 1));
  expect(response.statusCode).toBe(413);
  expect(fixture.api.requests).toEqual([]);
});

test('the gateway refuses webhooks of one network beyond its share with 429 until others have ended', async () => {
  const gate = Promise.withResolvers<void>();
  fixture.api.handlers[path] = async (_request, response) => {
    await gate.promise;
    response.writeHead(204).end();
  };
  const running = Array.from({ length: concurrentWebhookLimits.perNetwork }, () => send('{}'));
  await vi.waitFor(() => expect(fixture.api.requests).toHaveLength(concurrentWebhookLimits.perNetwork), {
    timeout: 10_000,
  });
  const refused = await send('{}');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
  gate.resolve();
  expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual(running.map(() => 204));
  expect((await send('{}')).statusCode).toBe(204);
});

test.each(['/payment/Fake_Pay/notify', '/payment/fake-pay/notify/x', '/payment/fake-pay'])(
  'the gateway returns 404 for POST %s without calling the API',
  async (url) => {
    expect((await send('{}', {}, url)).statusCode).toBe(404);
    expect(fixture.api.requests).toEqual([]);
  },
);

test('the gateway returns 404 for GET of a webhook address', async () => {
  const response = await fixture.app.inject({ method: 'GET', url: `/api${path}`, headers: { host: 'localhost' } });
  expect(response.statusCode).toBe(404);
  expect(fixture.api.requests).toEqual([]);
});
