import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixtureOptions, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

async function start(config: StorefrontFixtureOptions['config'] = {}) {
  const metrics = createMetrics();
  const fixture = await startStorefrontFixture({
    metrics,
    apiTimeoutMs: 20_000,
    config: { trustProxy: ['127.0.0.0/8'], ...config },
  });
  onTestFinished(() => fixture.close());
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fixture.app.server.address() as AddressInfo;
  const send = (path: string, address: string, method = 'GET') =>
    sendRequestWithAnyHost(port, path, {
      method,
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
  /** Returns the number of refusals by status and cause. */
  const readRefusals = async () => {
    const { values = [] } = (await metrics.registry.getSingleMetric('cuvee_refusals_total')?.get()) ?? {};
    return Object.fromEntries(
      values.map(({ labels: { app, status, cause }, value }) => [`${app} ${status} ${cause}`, value]),
    );
  };
  return { fixture, send, readRefusals };
}

test('a flood of one network is counted as its limit', async () => {
  const { send, readRefusals } = await start({ requestsPerSecond: 1 });
  const responses = await Promise.all(Array.from({ length: 30 }, (_, i) => send(`/page-${i}`, '203.0.113.1')));
  const refused = responses.filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(await readRefusals()).toEqual({ 'storefront 429 network_limit': refused });
});

test('log-ins beyond the share of a network or of a site are counted by that share', async () => {
  const { fixture, send, readRefusals } = await start();
  const pending: ServerResponse[] = [];
  fixture.api.handlers['/login'] = (_request, response) => void pending.push(response);
  const logIn = (address: string) => void send('/api/login', address, 'POST').catch(() => {});
  for (let index = 0; index < 20; index++) logIn('203.0.113.1');
  await expect.poll(readRefusals).toEqual({ 'storefront 429 network_limit': 4 });
  for (let index = 0; index < 40; index++) logIn(`198.51.100.${index}`);
  await expect.poll(readRefusals).toEqual({ 'storefront 429 network_limit': 4, 'storefront 429 site_limit': 8 });
  for (const response of pending) response.destroy();
});

test('a refusal that the API has sent is counted as the API’s, and so is an API that does not answer', async () => {
  const { fixture, send, readRefusals } = await start();
  fixture.api.handlers['/variation'] = (_request, response) =>
    void response.writeHead(429, { 'retry-after': '60' }).end('{"success":false,"data":{},"message":"later"}');
  fixture.api.handlers['/award'] = (_request, response) => void response.destroy();
  expect((await send('/api/variation', '203.0.113.1')).status).toBe(429);
  expect((await send('/api/award', '203.0.113.1')).status).toBe(503);
  expect(await readRefusals()).toEqual({ 'storefront 429 api': 1, 'storefront 503 api': 1 });
});

test('the page of a site that is being built has a cause of its own', async () => {
  const { fixture, send, readRefusals } = await start();
  fixture.api.isBuilding = true;
  await fixture.api.publishChange(40);
  await expect.poll(async () => (await send('/feed.xml', '203.0.113.1')).status).toBe(503);
  expect(Object.keys(await readRefusals())).toEqual(['storefront 503 building']);
});
