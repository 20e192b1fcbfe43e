import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRawRequest } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

const requestsPerSecond = 2;
const burst = 16;
let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefront({ config: { trustProxy: ['127.0.0.0/8'], requestsPerSecond } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

const send = (path: string, address: string, headers: Record<string, string> = {}) =>
  sendRawRequest(port, path, { headers: { ...headers, 'x-forwarded-for': address } });

async function sendFlood(address: string): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: 60 }, (_, i) => send(`/page-${address}-${i}`, address)));
  return responses.map(({ status }) => status);
}

test('refuses the flood of one network with 429, and responds to all others', async () => {
  const statuses = await sendFlood('203.0.113.1');
  const accepted = statuses.filter((status) => status === 200).length;
  expect(accepted).toBeGreaterThanOrEqual(burst);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - accepted);
  expect(accepted).toBeLessThan(statuses.length);
  expect((await send('/another-page', '203.0.113.2')).status).toBe(200);
});

test('counts all addresses of an IPv6 network together', async () => {
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, i) => send(`/page-v6-${i}`, `2001:db8:1:2::${i + 1}`)),
  );
  expect(responses.some(({ status }) => status === 429)).toBe(true);
});

test('sends a limited network the pages in the cache', async () => {
  await send('/', '203.0.113.4');
  await sendFlood('203.0.113.3');
  expect((await send('/uncached-page', '203.0.113.3')).status).toBe(429);
  expect((await send('/', '203.0.113.3')).status).toBe(200);
});

test('says when to try again, in the envelope for calls', async () => {
  await sendFlood('203.0.113.5');
  const response = await send('/api/parameter', '203.0.113.5');
  expect(response.status).toBe(429);
  expect(response.headers['retry-after']).toBe('1');
  expect(JSON.parse(response.text)).toMatchObject({ success: false, message: expect.stringMatching(/./) });
});

test.each([
  ['the machine itself', '127.0.0.1'],
  ['a proxy that is not configured as trusted', '172.17.0.1'],
])('does not limit requests from %s', async (_, address) => {
  expect(new Set(await sendFlood(address))).toEqual(new Set([200]));
});
