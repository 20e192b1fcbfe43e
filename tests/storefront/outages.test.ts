import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeApi, sendEnvelope, waitUntil } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import {
  type StorefrontFixture,
  type StorefrontFixtureOptions,
  startStorefrontFixture,
  storefrontApiSecret,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

async function start(options: StorefrontFixtureOptions): Promise<void> {
  fixture = await startStorefrontFixture(options);
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
}
async function restart(options: StorefrontFixtureOptions): Promise<void> {
  await fixture.close();
  await start(options);
}
beforeEach(() => start({ apiTimeoutMs: 300 }));
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}) => sendRequestWithAnyHost(port, path, { headers });

const setBehaviour = (behaviour: FakeApi['behaviour']) => async () => {
  fixture.api.behaviour = behaviour;
};
const outages: [string, () => Promise<void>][] = [
  ['down', () => fixture.api.stop()],
  ['hanging', setBehaviour('hanging')],
  ['malformed', setBehaviour('malformed')],
  ['failing', setBehaviour('failing')],
];

describe.each(outages)('storefront with the API %s', (name, begin) => {
  test('serves cached pages', async () => {
    await visit('/contact');
    await begin();
    const response = await visit('/contact');
    expect([response.status, response.headers.warning]).toEqual([200, undefined]);
  });

  test('serves invalidated pages with a stale warning and logs it', async () => {
    await visit('/contact');
    await visit('/nos-vins?page=2');
    await fixture.api.publishChange(40);
    await begin();
    await waitUntil(async () => (await visit('/nos-vins?page=2')).headers.warning !== undefined);
    await waitUntil(async () => (await visit('/contact')).headers.warning !== undefined);
    const response = await visit('/contact');
    expect([response.status, response.headers.warning]).toEqual([200, '110 - "Response is Stale"']);
    expect(response.headers.age).toBeDefined();
    expect(fixture.log.some(({ msg }) => String(msg).includes('stale page served'))).toBe(true);
    // The query must not be in the log, because it may contain search terms.
    expect(JSON.stringify(fixture.log)).not.toContain('page=2');
  });

  test('returns a themed 503 with Retry-After for pages that are not cached', async () => {
    await begin();
    const response = await visit('/nos-vins');
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBeDefined();
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.text).toContain('Domaine des Chênes');
  });

  test('responds to API calls in time, with an envelope', async () => {
    await begin();
    const start = performance.now();
    const response = await visit('/api/parameter');
    expect(performance.now() - start).toBeLessThan(3_000);
    if (name === 'malformed') return;
    expect(response.status).toBe(503);
    expect(JSON.parse(response.text)).toMatchObject({ success: false });
  });

  test('serves pages again as soon as the API recovers', async () => {
    await begin();
    expect((await visit('/contact')).status).toBe(503);
    fixture.api.behaviour = 'normal';
    if (name === 'down') await fixture.api.restart();
    await waitUntil(async () => (await visit('/contact')).status === 200);
  });
});

describe('slow write calls', () => {
  const json = { 'content-type': 'application/json', 'content-length': '2' };
  const order = (path = '/api/order') =>
    sendRequestWithAnyHost(port, path, { method: 'POST', headers: json, body: '{}' });

  test('may take longer than the timeout of a page', async () => {
    await restart({ apiTimeoutMs: 1_500 });
    fixture.api.handlers['/order'] = (_request, response) =>
      void setTimeout(() => sendEnvelope(response, { id: 1 }), 2_300);
    expect((await order()).status).toBe(200);
  });

  test('do not block pages and other calls', async () => {
    const pendingResponses: (() => void)[] = [];
    fixture.api.handlers['/order'] = (_request, response) => pendingResponses.push(() => sendEnvelope(response, {}));
    const orders = Array.from({ length: 100 }, () => order());
    await waitUntil(() => pendingResponses.length >= 64);
    expect((await visit('/nos-vins')).status).toBe(200);
    expect((await visit('/api/parameter')).status).toBe(200);
    fixture.api.handlers['/order'] = (_request, response) => sendEnvelope(response, {});
    for (const respond of pendingResponses) respond();
    await Promise.all(orders);
  });
});

test('a client that disconnects early is not logged as an API failure', async () => {
  await restart({ apiTimeoutMs: 10_000 });
  const started = Promise.withResolvers<() => void>();
  const ended = Promise.withResolvers<void>();
  fixture.api.handlers['/variation'] = (_request, response) => {
    response.on('close', () => ended.resolve());
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
    started.resolve(() => response.end('true}'));
  };
  const client = new AbortController();
  const response = fetch(`http://127.0.0.1:${port}/api/variation`, { signal: client.signal });
  const end = await started.promise;
  client.abort();
  await expect(response).rejects.toThrow();
  end();
  await ended.promise;
  expect((await visit('/api/parameter')).status).toBe(200);
  expect(JSON.stringify(fixture.log)).not.toContain('API unreachable');
});

describe('probes', () => {
  test('a storefront without the API is ready if it has pages to serve', async () => {
    const other = await startStorefrontFixture();
    const probe = async (path: string) => (await other.app.inject({ url: path })).statusCode;
    // A storefront is ready once it has received the edited hosts, which takes a moment.
    await waitUntil(async () => (await probe('/readyz')) === 200);
    await other.api.stop();
    expect([await probe('/readyz'), await probe('/healthz')]).toEqual([503, 200]);
    await other.api.restart();
    await waitUntil(async () => (await probe('/readyz')) === 200);
    await other.app.inject({ url: '/contact', headers: { host: 'localhost' } });
    await other.api.stop();
    expect(await probe('/readyz')).toBe(200);
    await other.close();
  });

  test('a storefront that does not know the edited hosts yet is not ready, even if the API is', async () => {
    const other = await startStorefrontFixture({ hasNoStream: true });
    const probe = async () => (await other.app.inject({ url: '/readyz' })).statusCode;
    expect((await fetch(`${other.api.origin}/readyz`)).status).toBe(200);
    expect(await probe()).toBe(503);
    await other.app.inject({ url: '/contact', headers: { host: 'localhost' } });
    expect(await probe()).toBe(503);
    other.api.hasNoStream = false;
    await waitUntil(async () => (await probe()) === 200);
    await other.close();
  });

  test('a storefront whose API_SECRET the API refuses is not ready, even if the API is', async () => {
    const other = await startStorefrontFixture();
    const probe = async () => (await other.app.inject({ url: '/readyz' })).statusCode;
    const restartApi = async (requiredSecret: string) => {
      await other.api.stop();
      other.api.requiredSecret = requiredSecret;
      await other.api.restart();
    };
    await waitUntil(async () => (await probe()) === 200);
    await restartApi('another secret of the tests');
    await waitUntil(() => JSON.stringify(other.log).includes('API_SECRET must be the same'));
    expect((await fetch(`${other.api.origin}/readyz`)).status).toBe(200);
    expect(await probe()).toBe(503);
    await restartApi(storefrontApiSecret);
    await waitUntil(async () => (await probe()) === 200);
    await other.close();
  });

  test('respond at any host without details', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await sendRequestWithAnyHost(port, path, { host: 'load-balancer' });
      expect(response.status).toBe(200);
      expect(response.body.length).toBeLessThan(20);
    }
  });
});

describe('site that is not imported', () => {
  test('returns 503 with a notice that it is in preparation', async () => {
    await fixture.close();
    fixture = await startStorefrontFixture();
    fixture.api.siteIds = [41];
    await fixture.api.stop();
    await fixture.api.restart();
    await waitUntil(
      async () => (await fixture.app.inject({ url: '/', headers: { host: 'localhost' } })).statusCode === 503,
    );
    const response = await fixture.app.inject({ url: '/', headers: { host: 'localhost' } });
    expect(response.body).toContain('en préparation');
    expect(response.headers['retry-after']).toBeDefined();
    expect((await fixture.app.inject({ url: '/', headers: { host: 'willow-hill.localhost' } })).statusCode).toBe(200);
  });
});

test('the storefront serves cached pictures while the API is down', async () => {
  const picture = Buffer.from('a picture');
  fixture.api.handlers['/image/1'] = (_request, response) => {
    response.writeHead(200, {
      'content-type': 'image/webp',
      'content-length': picture.length,
      'cache-control': 'public, max-age=31536000, immutable',
      etag: '"p"',
      'set-cookie': 'a=b',
    });
    response.end(picture);
  };
  expect((await visit('/image/1?v=1&w=64&format=webp')).body).toEqual(picture);
  await fixture.api.stop();
  const response = await visit('/image/1?v=1&w=64&format=webp');
  expect(response.body).toEqual(picture);
  expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  expect(response.headers['set-cookie']).toBeUndefined();
  expect((await visit('/image/1?v=1&w=64&format=webp', { 'if-none-match': '"p"' })).status).toBe(304);
  expect((await visit('/image/2?v=1&w=64&format=webp')).status).toBe(503);
});

test('the storefront caches pictures separately for each site', async () => {
  fixture.api.handlers['/image/1'] = (request, response) => {
    const body = `site ${request.headers.idsite}`;
    response.writeHead(200, { 'content-length': body.length, 'cache-control': 'immutable' }).end(body);
  };
  for (let i = 0; i < 2; i++) {
    expect((await visit('/image/1?v=1')).text).toBe('site 40');
    expect((await sendRequestWithAnyHost(port, '/image/1?v=1', { host: 'willow-hill.localhost' })).text).toBe(
      'site 41',
    );
  }
});
