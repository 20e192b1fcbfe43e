import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const host = 'domaine-des-chenes.example';
let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefrontFixture();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

interface Request {
  path: string;
  status: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  host?: string;
}
const json = { 'content-type': 'application/json' };

test.each<Request>([
  { path: '/', status: 200 },
  { path: '/nope', status: 404 },
  { path: '/%E0%A4%A', status: 400 },
  { path: '//contact', status: 301 },
  { path: '/contact', status: 308, host: 'www.domaine-des-chenes.example' },
  { path: '/', status: 404, method: 'PUT' },
  { path: '/assets/main.css', status: 200 },
  { path: '/assets/none.css', status: 404 },
  { path: '/assets/%E0%A4%A', status: 400 },
  { path: '/api/parameter', status: 200 },
  { path: '/api/%E0%A4%A', status: 400 },
  { path: '/api/none', status: 404 },
  { path: '/api/parameter', status: 405, method: 'DELETE' },
  { path: '/api/login', status: 403, method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: '{}' },
  { path: '/api/login', status: 413, method: 'POST', headers: json, body: ' '.repeat(300_000) },
  { path: '/image/none', status: 404 },
  { path: '/robots.txt', status: 200 },
  { path: '/sitemap.xml', status: 200 },
  { path: '/handover', status: 303, method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
])('$path of an https site is answered with Strict-Transport-Security ($status)', async (request) => {
  const response = await sendRequestWithAnyHost(port, request.path, { host, ...request });
  expect([response.status, response.headers['strict-transport-security']]).toEqual([
    request.status,
    'max-age=47304000',
  ]);
});

test('an unknown host gets no Strict-Transport-Security, because it may have no certificate', async () => {
  for (const path of ['/', '/%E0%A4%A']) {
    const { headers } = await sendRequestWithAnyHost(port, path, { host: 'unknown.example' });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});
