import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { concurrentPasswordCallLimits } from '#server/storefront/gateway/call-queue.ts';
import { apiContractWithoutAdminResources } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

let fixture: StorefrontFixture;
let port: number;
const pendingResponses: ServerResponse[] = [];

beforeAll(async () => {
  fixture = await startStorefrontFixture({ apiTimeoutMs: 20_000, config: { trustProxy: ['127.0.0.0/8'] } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
  fixture.api.handlers['/order'] = (_request, response) => void response.end('{"success":true}');
});
afterAll(() => fixture.close());
afterEach(() => {
  for (const response of pendingResponses.splice(0)) response.destroy();
});

const passwordCalls = Object.entries<Endpoint>(apiContractWithoutAdminResources)
  .filter(([, { workload }]) => workload === 'passwordHash')
  .map(([name]) => name.split(' ') as [method: string, path: string]);

const call = (method: string, path: string, network: string, host = 'localhost') =>
  sendRequestWithAnyHost(port, `/api${path}`, {
    method,
    host,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: '{}',
  });

/**
 * Sends 300 calls at once, to which the API does not respond yet.
 * @param networkOf returns the client network of a call by its index
 * @returns the statuses of the responses, which are added as they arrive
 */
function burst(method: string, path: string, networkOf: (index: number) => string) {
  fixture.api.handlers[path] = (_request, response) => void pendingResponses.push(response);
  const statuses: number[] = [];
  for (let index = 0; index < 300; index++)
    void call(method, path, networkOf(index)).then(
      ({ status }) => statuses.push(status),
      // Calls that are still open fail when the server closes, which is not a failure of the test.
      () => {},
    );
  return statuses;
}

it('limits every call that hashes a password', () => {
  expect(passwordCalls.map((methodAndPath) => methodAndPath.join(' ')).sort()).toEqual([
    'DELETE /user',
    'DELETE /user/second-factor',
    'POST /login',
    'POST /register',
    'POST /staff/invitation/accept',
    'POST /user/second-factor',
    'PUT /password/reset',
    'PUT /user/password',
  ]);
});

describe.each(passwordCalls)('300 simultaneous %s %s', (method, path) => {
  it.each([
    ['one network', () => '198.51.100.7', concurrentPasswordCallLimits.perNetwork],
    ['many networks', (index: number) => `198.51.100.${index % 250}`, concurrentPasswordCallLimits.perSite],
  ])('do not block orders and later such calls of another site if they come from %s', async (_, networkOf, max) => {
    const statuses = burst(method, path, networkOf);
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBe(300 - max);
    expect(new Set(statuses)).toEqual(new Set([429]));
    const order = await call('POST', '/order', '198.51.100.7', 'willow-hill.localhost');
    expect(order.status).toBe(200);
    const before = fixture.api.requestCount(`${method} ${path}`);
    for (const response of pendingResponses.splice(0)) response.writeHead(422).end();
    fixture.api.handlers[path] = (_request, response) => void response.writeHead(422).end();
    const other = await call(method, path, '203.0.113.9', 'willow-hill.localhost');
    expect(other.status).toBe(422);
    expect(fixture.api.requestCount(`${method} ${path}`)).toBeGreaterThan(before);
  });
});
