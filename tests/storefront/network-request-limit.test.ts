import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCost } from '#server/http/request-costs.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const requestsPerSecond = 1;
const burst = 8;
let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefrontFixture({ config: { trustProxy: ['127.0.0.0/8'], requestsPerSecond } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

const send = (path: string, address: string, headers: Record<string, string> = {}) =>
  sendRequestWithAnyHost(port, path, { headers: { ...headers, 'x-forwarded-for': address } });

async function sendFlood(address: string): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: 60 }, (_, i) => send(`/page-${address}-${i}`, address)));
  return responses.map(({ status }) => status);
}

test('the storefront refuses the flood of one network with 429, and responds to all others', async () => {
  const statuses = await sendFlood('203.0.113.1');
  const accepted = statuses.filter((status) => status === 200).length;
  expect(accepted).toBeGreaterThanOrEqual(Math.floor(burst / (renderCost + 1)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - accepted);
  expect(accepted).toBeLessThan(statuses.length);
  expect((await send('/another-page', '203.0.113.2')).status).toBe(200);
});

/**
 * Sends requests one after another.
 * @returns the number of requests before the first 429; at most 40, after which it stops
 */
async function countAccepted(path: (index: number) => string, address: string): Promise<number> {
  for (let index = 0; index < 40; index++) if ((await send(path(index), address)).status === 429) return index;
  return 40;
}

test('the storefront counts a rendered page as several simple requests', async () => {
  // Each second refills one token, so some more requests are accepted than the burst alone allows.
  const assets = await countAccepted(() => '/assets/main.css', '203.0.113.10');
  expect(assets).toBeGreaterThanOrEqual(burst);
  const pages = await countAccepted((index) => `/rendered-${index}`, '203.0.113.11');
  expect(pages).toBeLessThanOrEqual(Math.ceil(assets / renderCost));
});

test('the storefront counts a long response to a call as several short ones', async () => {
  const respondWith = (bytes: number) => (_: unknown, response: ServerResponse) => {
    response.end(JSON.stringify({ success: true, data: 'x'.repeat(bytes), message: '' }));
  };
  fixture.api.handlers['/product'] = respondWith(160_000);
  fixture.api.handlers['/award'] = respondWith(100);
  expect(await countAccepted(() => '/api/award', '203.0.113.12')).toBeGreaterThanOrEqual(burst);
  expect(await countAccepted(() => '/api/product', '203.0.113.13')).toBeLessThanOrEqual(3);
});

test('the storefront counts all addresses of an IPv6 network together', async () => {
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, i) => send(`/page-v6-${i}`, `2001:db8:1:2::${i + 1}`)),
  );
  expect(responses.some(({ status }) => status === 429)).toBe(true);
});

test('the storefront sends a limited network the pages in the cache', async () => {
  await send('/', '203.0.113.4');
  await sendFlood('203.0.113.3');
  expect((await send('/uncached-page', '203.0.113.3')).status).toBe(429);
  expect((await send('/', '203.0.113.3')).status).toBe(200);
});

test('the storefront delays refusals, so that a client that repeats them at once costs little', async () => {
  await sendFlood('203.0.113.6');
  const startedAt = performance.now();
  expect((await send('/page', '203.0.113.6')).status).toBe(429);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});

test('the storefront states when to try again, in the envelope for calls', async () => {
  await sendFlood('203.0.113.5');
  const response = await send('/api/parameter', '203.0.113.5');
  expect(response.status).toBe(429);
  expect(response.headers['retry-after']).toBe('1');
  expect(JSON.parse(response.text)).toMatchObject({ success: false, message: expect.stringMatching(/./) });
});

test.each([
  ['the machine itself', '127.0.0.1'],
  ['a proxy that is not configured as trusted', '172.17.0.1'],
])('the storefront does not limit requests from %s', async (_, address) => {
  expect(new Set(await sendFlood(address))).toEqual(new Set([200]));
});
