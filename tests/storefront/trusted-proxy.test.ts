import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { rawRequest } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefront({ config: { trustProxy: ['127.0.0.0/8'] } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

test('a trusted proxy says which host was asked for, at first and from memory', async () => {
  for (let i = 0; i < 2; i++) {
    const answer = await rawRequest(port, '/', {
      host: 'inner',
      headers: { 'x-forwarded-host': 'willow-hill.example' },
    });
    expect(answer.text).toContain('Willow Hill');
  }
  expect((await rawRequest(port, '/', { headers: { 'x-forwarded-host': 'nobody.example' } })).status).toBe(421);
});

test('the API hears the nearest address that is no proxy of ours, and the proxy’s request id', async () => {
  await rawRequest(port, '/api/parameter', {
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 127.0.0.2', 'x-request-id': 'from-the-proxy' },
  });
  expect(fixture.api.requests.at(-1)?.headers).toMatchObject({
    'x-client-address': '203.0.113.9',
    'x-request-id': 'from-the-proxy',
  });
});

test.each([
  ['willow-hill.example', 'https://willow-hill.example', 200],
  ['willow-hill.example:443', 'https://willow-hill.example', 200],
  ['willow-hill.example', 'https://inner', 403],
  ['willow-hill.example', 'https://willow-hill.example:8443', 403],
])('a write that the proxy brings for %s from %s is a %i', async (forwarded, origin, status) => {
  fixture.api.handlers['/order'] = (_request, response) => sendEnvelope(response, {});
  const headers = { 'x-forwarded-host': forwarded, origin, 'content-type': 'application/json', 'content-length': '2' };
  const answer = await rawRequest(port, '/api/order', { host: 'inner', method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(status);
});
