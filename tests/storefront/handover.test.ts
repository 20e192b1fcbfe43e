import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;
const token = 'k3y-of-a-session-0123456789-0123456789-abcd';
const cart = { lines: [{ idProduct: 3, id: 31, quantity: 6 }], code: '' };
const french = 'fr.willow-hill.example';
const english = 'https://willow-hill.example';

const respondWith = (data: object, status = 200) => {
  fixture.api.handlers['/internal/handover'] = (_request, response) => sendEnvelope(response, data, status);
};

beforeAll(async () => {
  fixture = await startStorefrontFixture();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
  respondWith({ token, cart });
});

function post(headers: Record<string, string>, path = '/nos-vins?page=2') {
  const body = new URLSearchParams({ token: 't0ken-of-a-handover-0123456789', path }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
  return sendRequestWithAnyHost(port, '/handover', {
    host: french,
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  });
}

describe('POST /handover', () => {
  test('sets cookies for session and cart and redirects to the page', async () => {
    const { status, headers } = await post({ origin: english, 'sec-fetch-site': 'same-site' });
    expect([status, headers.location]).toEqual([303, '/nos-vins?page=2']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toEqual([
      'handover=3.v.6_~; Max-Age=60; Path=/; Secure; SameSite=Lax',
      `token=${token}; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax`,
      'idSite=41; Max-Age=86400; Path=/; Secure; SameSite=Lax',
    ]);
    expect(fixture.api.requests.at(-1)).toMatchObject({
      name: 'POST /internal/handover',
      body: '{"token":"t0ken-of-a-handover-0123456789"}',
    });
  });

  test('keeps the session of this host if the other had none', async () => {
    respondWith({ token: null, cart });
    const { headers } = await post({ origin: english });
    expect(headers['set-cookie']).toHaveLength(1);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another estate', { origin: 'https://domaine-des-chenes.example' }],
    ['http instead of https', { origin: 'http://willow-hill.example' }],
    ['another port of the host', { origin: 'https://willow-hill.example:8443' }],
    ['a hidden origin', { origin: 'null' }],
    ['no origin', {}],
  ])('only opens the page for a request from %s', async (_, headers) => {
    const response = await post(headers as Record<string, string>);
    expect([response.status, response.headers.location]).toEqual([303, '/nos-vins?page=2']);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(fixture.api.requests).toEqual([]);
  });

  test.each([404, 429, 503])('only opens the page if the API responds with %i', async (status) => {
    respondWith({}, status);
    const response = await post({ origin: english });
    expect([response.status, response.headers['set-cookie']]).toEqual([303, undefined]);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', '/a\r\nset-cookie: x=1'])(
    'redirects %j to the home page',
    async (path) => {
      expect((await post({ origin: english }, path)).headers.location).toBe('/');
    },
  );
});

test('no other call of the API accepts the origin of a sibling host', async () => {
  const headers = { origin: english, 'content-type': 'application/json', 'content-length': '2' };
  for (const path of ['/api/login', '/api/session/handover', '/api/internal/handover']) {
    const { status } = await sendRequestWithAnyHost(port, path, { host: french, method: 'POST', headers, body: '{}' });
    expect([path, [403, 404].includes(status)]).toEqual([path, true]);
  }
  expect(fixture.api.requests).toEqual([]);
});

test('pages allow forms to the other origins of the site only', async () => {
  const policyOf = async (host: string) =>
    String((await sendRequestWithAnyHost(port, '/', { host })).headers['content-security-policy']);
  expect(await policyOf(french)).toContain(`form-action 'self' ${english};`);
  expect(await policyOf('domaine-des-chenes.example')).toContain("form-action 'self';");
});
