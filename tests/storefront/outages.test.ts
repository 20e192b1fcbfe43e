import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeApi, sendEnvelope, waitUntil } from '#tests/support/servers/fake-api.ts';
import { rawRequest } from '#tests/support/servers/raw-request.ts';
import {
  type StorefrontFixture,
  type StorefrontFixtureOptions,
  startStorefront,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

async function start(options: StorefrontFixtureOptions): Promise<void> {
  fixture = await startStorefront(options);
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
}
async function restart(options: StorefrontFixtureOptions): Promise<void> {
  await fixture.close();
  await start(options);
}
beforeEach(() => start({ apiTimeoutMs: 300 }));
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}) => rawRequest(port, path, { headers });

const misbehave = (behaviour: FakeApi['behaviour']) => async () => {
  fixture.api.behaviour = behaviour;
};
const troubles: [string, () => Promise<void>][] = [
  ['down', () => fixture.api.stop()],
  ['slow', misbehave('slow')],
  ['answering nonsense', misbehave('nonsense')],
  ['failing', misbehave('failing')],
];

describe.each(troubles)('With the API %s', (name, begin) => {
  test('pages from memory are served', async () => {
    await visit('/contact');
    await begin();
    const answer = await visit('/contact');
    expect([answer.status, answer.headers.warning]).toEqual([200, undefined]);
  });

  test('pages that a change has outdated are served, say that they are stale, and the log says so', async () => {
    await visit('/contact');
    await fixture.api.publishChange(40);
    await begin();
    await waitUntil(async () => (await visit('/contact')).headers.warning !== undefined);
    const answer = await visit('/contact');
    expect([answer.status, answer.headers.warning]).toEqual([200, '110 - "Response is Stale"']);
    expect(answer.headers.age).toBeDefined();
    expect(fixture.log.some(({ msg }) => String(msg).includes('stale page served'))).toBe(true);
  });

  test('other pages are a themed 503 that says when to come back', async () => {
    await begin();
    const answer = await visit('/nos-vins');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Domaine des Chênes');
  });

  test('calls get an envelope, in time', async () => {
    await begin();
    const start = performance.now();
    const answer = await visit('/api/parameter');
    expect(performance.now() - start).toBeLessThan(3_000);
    if (name === 'answering nonsense') return;
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false });
  });

  test('all is well again as soon as the API is', async () => {
    await begin();
    expect((await visit('/contact')).status).toBe(503);
    fixture.api.behaviour = 'well';
    if (name === 'down') await fixture.api.restart();
    await waitUntil(async () => (await visit('/contact')).status === 200);
  });
});

describe('With writes that take long', () => {
  const json = { 'content-type': 'application/json', 'content-length': '2' };
  const order = (path = '/api/order') => rawRequest(port, path, { method: 'POST', headers: json, body: '{}' });

  test('one that is slower than a page may be is still answered', async () => {
    await restart({ apiTimeoutMs: 1_500 });
    fixture.api.handlers['/order'] = (_request, response) =>
      void setTimeout(() => sendEnvelope(response, { id: 1 }), 2_300);
    expect((await order()).status).toBe(200);
  });

  test('a crowd of them keeps no page from being made', async () => {
    const held: (() => void)[] = [];
    fixture.api.handlers['/order'] = (_request, response) => held.push(() => sendEnvelope(response, {}));
    const orders = Array.from({ length: 100 }, () => order());
    await waitUntil(() => held.length >= 64);
    expect((await visit('/nos-vins')).status).toBe(200);
    expect((await visit('/api/parameter')).status).toBe(200);
    fixture.api.handlers['/order'] = (_request, response) => sendEnvelope(response, {});
    for (const answer of held) answer();
    await Promise.all(orders);
  });
});

test('a visitor who leaves before the answer has come is no failure of the API', async () => {
  await restart({ apiTimeoutMs: 10_000 });
  const isAsked = Promise.withResolvers<() => void>();
  const isEnded = Promise.withResolvers<void>();
  fixture.api.handlers['/variation'] = (_request, response) => {
    response.on('close', () => isEnded.resolve());
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
    isAsked.resolve(() => response.end('true}'));
  };
  const leaving = new AbortController();
  const answer = fetch(`http://127.0.0.1:${port}/api/variation`, { signal: leaving.signal });
  const end = await isAsked.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  end();
  await isEnded.promise;
  expect((await visit('/api/parameter')).status).toBe(200);
  expect(JSON.stringify(fixture.log)).not.toContain('API unreachable');
});

describe('Readiness', () => {
  test('follows the API, and life does not', async () => {
    expect((await visit('/readyz')).status).toBe(200);
    await fixture.api.stop();
    expect((await visit('/readyz')).status).toBe(503);
    expect((await visit('/healthz')).status).toBe(200);
    await fixture.api.restart();
    expect((await visit('/readyz')).status).toBe(200);
  });

  test('is answered at any host, without detail', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await rawRequest(port, path, { host: 'load-balancer' });
      expect(answer.status).toBe(200);
      expect(answer.body.length).toBeLessThan(20);
    }
  });
});

describe('A site that is not imported', () => {
  test('says that it is being prepared', async () => {
    await fixture.close();
    fixture = await startStorefront();
    fixture.api.siteIds = [41];
    await fixture.api.stop();
    await fixture.api.restart();
    await waitUntil(
      async () => (await fixture.app.inject({ url: '/', headers: { host: 'localhost' } })).statusCode === 503,
    );
    const answer = await fixture.app.inject({ url: '/', headers: { host: 'localhost' } });
    expect(answer.body).toContain('en préparation');
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await fixture.app.inject({ url: '/', headers: { host: 'willow-hill.localhost' } })).statusCode).toBe(200);
  });
});

test('pictures that have been seen survive an outage', async () => {
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
  const answer = await visit('/image/1?v=1&w=64&format=webp');
  expect(answer.body).toEqual(picture);
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await visit('/image/1?v=1&w=64&format=webp', { 'if-none-match': '"p"' })).status).toBe(304);
  expect((await visit('/image/2?v=1&w=64&format=webp')).status).toBe(503);
});

test('one site’s pictures are not another’s', async () => {
  fixture.api.handlers['/image/1'] = (request, response) => {
    const body = `site ${request.headers.idsite}`;
    response.writeHead(200, { 'content-length': body.length, 'cache-control': 'immutable' }).end(body);
  };
  for (let i = 0; i < 2; i++) {
    expect((await visit('/image/1?v=1')).text).toBe('site 40');
    expect((await rawRequest(port, '/image/1?v=1', { host: 'willow-hill.localhost' })).text).toBe('site 41');
  }
});
