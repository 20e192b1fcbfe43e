import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefrontFixture({ config: { trustProxy: ['127.0.0.0/8'] } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

test('the storefront uses X-Forwarded-Host of a trusted proxy for rendered and cached pages', async () => {
  for (let i = 0; i < 2; i++) {
    const response = await sendRequestWithAnyHost(port, '/', {
      host: 'inner',
      headers: { 'x-forwarded-host': 'willow-hill.example' },
    });
    expect(response.text).toContain('Willow Hill');
  }
  expect(fixture.log.at(-1)).toMatchObject({ msg: 'request', page: '/', cache: 'hit' });
  expect((await sendRequestWithAnyHost(port, '/', { headers: { 'x-forwarded-host': 'unknown.example' } })).status).toBe(
    421,
  );
});

test('the storefront uses the last X-Forwarded-Host, because the client may have sent those before it', async () => {
  const forwarded = { 'x-forwarded-host': 'domaine-des-chenes.example, willow-hill.example' };
  expect((await sendRequestWithAnyHost(port, '/', { host: 'inner', headers: forwarded })).text).toContain(
    'Willow Hill',
  );
});

test.each([
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
])('the storefront takes %s in X-Forwarded-For for the address %s', async (forwarded, address) => {
  await sendRequestWithAnyHost(port, '/api/parameter', { headers: { 'x-forwarded-for': forwarded } });
  expect(fixture.api.requests.at(-1)?.headers).toMatchObject({ 'x-client-address': address });
});

test('the storefront forwards the nearest untrusted address and the request id of the proxy', async () => {
  await sendRequestWithAnyHost(port, '/api/parameter', {
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
])('a write call for X-Forwarded-Host %s with origin %s returns %i', async (forwarded, origin, status) => {
  fixture.api.handlers['/order'] = (_request, response) => sendEnvelope(response, {});
  const headers = { 'x-forwarded-host': forwarded, origin, 'content-type': 'application/json', 'content-length': '2' };
  const response = await sendRequestWithAnyHost(port, '/api/order', {
    host: 'inner',
    method: 'POST',
    headers,
    body: '{}',
  });
  expect(response.status).toBe(status);
});
