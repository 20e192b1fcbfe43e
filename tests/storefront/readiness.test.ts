import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics, startMetricsServer } from '#server/http/metrics.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixtureOptions, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

async function startFixture(options: StorefrontFixtureOptions = {}) {
  const fixture = await startStorefrontFixture(options);
  onTestFinished(() => fixture.close());
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...fixture, port: (fixture.app.server.address() as AddressInfo).port };
}

test('a call that the API does not answer in time is logged as a timeout, an unreachable API as such', async () => {
  const { api, log, port } = await startFixture({ apiTimeoutMs: 300 });
  api.handlers['/variation'] = () => {};
  expect((await sendRequestWithAnyHost(port, '/api/variation')).status).toBe(503);
  expect(log).toContainEqual(
    expect.objectContaining({ code: 'api_timeout', route: '/variation', msg: 'API did not answer in time' }),
  );
  api.handlers['/award'] = (_request, response) => void response.destroy();
  expect((await sendRequestWithAnyHost(port, '/api/award')).status).toBe(503);
  expect(log).toContainEqual(expect.objectContaining({ code: 'api_unreachable', route: '/award' }));
});

test('/readyz names its reason to a peer on the machine, and not to visitors of a proxy', async () => {
  const { port } = await startFixture({ hasNoStream: true });
  const direct = await sendRequestWithAnyHost(port, '/readyz');
  expect([direct.status, direct.text]).toEqual([503, 'not ready: the stream of site changes has not been open yet\n']);
  const proxied = await sendRequestWithAnyHost(port, '/readyz', { headers: { 'x-forwarded-for': '203.0.113.1' } });
  expect([proxied.status, proxied.text]).toEqual([503, 'not ready\n']);
});

test('/readyz on OPS_PORT names its reason', async () => {
  let reason = 'database timeout';
  const server = await startMetricsServer(0, '127.0.0.1', createMetrics(), async () => reason);
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
  const read = async () => {
    const { statusCode, body } = await request(url);
    return [statusCode, await body.text()];
  };
  expect(await read()).toEqual([503, 'not ready: database timeout\n']);
  reason = '';
  expect(await read()).toEqual([200, 'ok\n']);
});

test('the storefront counts the connections that it refuses by cause', async () => {
  const metrics = createMetrics();
  const { port } = await startFixture({ metrics, connectionLimits: { total: 1, perNetwork: 1 } });
  const first = connect(port, '127.0.0.1');
  await once(first, 'connect');
  await expect(sendRequestWithAnyHost(port, '/contact')).rejects.toThrow();
  expect(await metrics.registry.metrics()).toContain('cuvee_connections_refused_total{cause="total"} 1');
  first.destroy();
  await expect.poll(() => sendRequestWithAnyHost(port, '/contact').then(({ status }) => status)).toBe(200);
});
