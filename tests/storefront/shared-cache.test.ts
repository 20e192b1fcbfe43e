import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import {
  type StorefrontFixture,
  type StorefrontFixtureOptions,
  startStorefrontFixture,
} from '#tests/support/servers/storefront-fixture.ts';

const sharedCache = { seconds: 600, header: 'CDN-Cache-Control', keyHeader: 'Surrogate-Key' } as const;
const purgeAt = (...ports: number[]) => ({
  urls: ports.map((port) => `http://127.0.0.1:${port}/purge/{key}`),
  method: 'PURGE',
  headers: { 'Surrogate-Key': '{key}', Authorization: 'Bearer secret' },
  body: null,
});

let fixture: StorefrontFixture;
let port: number;

async function start(options: StorefrontFixtureOptions = { config: { sharedCache } }) {
  fixture = await startStorefrontFixture(options);
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
}
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}) => sendRequestWithAnyHost(port, path, { headers });
const sharingOf = async (path: string, headers: Record<string, string> = {}) => {
  const { status, headers: sent } = await visit(path, headers);
  return [status, sent['cdn-cache-control'], sent['surrogate-key'], sent['cache-control']];
};
const shared = [200, 'public, max-age=600', 'cuvee site-40 site-40-other', 'private, no-cache'];
const isPrivate = (status: number, cacheControl: string) => [status, undefined, undefined, cacheControl];

describe('a page that is the same for everyone', () => {
  test('may be kept by a cache in front, rendered, stored and unchanged', async () => {
    await start();
    expect(await sharingOf('/contact')).toEqual(shared);
    expect(await sharingOf('/contact')).toEqual(shared);
    const { headers } = await visit('/contact');
    expect(await sharingOf('/contact', { 'if-none-match': headers.etag ?? '' })).toEqual([304, ...shared.slice(1)]);
    expect(await sharingOf('/robots.txt')).toEqual(shared);
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });

  test('has s-maxage in Cache-Control for caches that know nothing else, and keys separated by commas', async () => {
    await start({ config: { sharedCache: { seconds: 5, header: 'Cache-Control', keyHeader: 'Cache-Tag' } } });
    for (let count = 0; count < 2; count++) {
      const { headers } = await visit('/contact');
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=5');
      expect([headers['cache-tag'], headers['cdn-cache-control']]).toEqual(['cuvee,site-40,site-40-other', undefined]);
    }
    expect((await visit('/secret/abc')).headers['cache-control']).toBe('no-store');
  });

  test('may not be kept with the default settings', async () => {
    await start({});
    for (let count = 0; count < 2; count++)
      expect(await sharingOf('/contact')).toEqual(isPrivate(200, 'private, no-cache'));
  });
});

describe('a cache in front may not keep', () => {
  test('pages with a secret, of a person, of unknown addresses and failures', async () => {
    await start();
    fixture.rendering.overrides['/mine'] = (usual) => ({ ...usual, isCacheable: false });
    fixture.rendering.overrides['/cookie'] = (usual) => ({ ...usual, headers: { 'set-cookie': 'a=b' } });
    fixture.rendering.overrides['/broken'] = () => {
      throw new Error('broken');
    };
    for (let count = 0; count < 2; count++) {
      expect(await sharingOf('/secret/abc')).toEqual(isPrivate(200, 'no-store'));
      expect(await sharingOf('/orders/12')).toEqual(isPrivate(200, 'no-store'));
      expect(await sharingOf('/unknown/page')).toEqual(isPrivate(404, 'no-store'));
      expect(await sharingOf('/nope')).toEqual(isPrivate(404, 'no-store'));
      expect(await sharingOf('/broken')).toEqual(isPrivate(500, 'no-store'));
      expect(await sharingOf('/mine')).toEqual(isPrivate(200, 'private, no-cache'));
      expect(await sharingOf('/cookie')).toEqual(isPrivate(200, 'private, no-cache'));
    }
  });

  test('the page of a site that is being built', async () => {
    await start();
    fixture.api.isBuilding = true;
    for (let count = 0; count < 2; count++) expect(await sharingOf('/contact')).toEqual(isPrivate(503, 'no-store'));
  });

  test('an old page that is shown while the API fails', async () => {
    await start();
    expect(await sharingOf('/contact')).toEqual(shared);
    await fixture.api.publishChange(40);
    fixture.api.behaviour = 'failing';
    await waitUntil(async () => (await visit('/contact')).headers.warning !== undefined);
    expect(await sharingOf('/contact')).toEqual(isPrivate(200, 'private, no-cache'));
    fixture.api.behaviour = 'normal';
  });

  test('a page whose render began before a change', async () => {
    await start();
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const early = visit('/contact', { 'if-none-match': '"none"' });
    await waitUntil(() => fixture.rendering.renderedPaths.length === 1);
    await fixture.api.publishChange(40);
    await visit('/robots.txt');
    gate.resolve();
    const { status, headers } = await early;
    expect([status, headers['cdn-cache-control']]).toEqual([200, undefined]);
  });
});

/** A cache that records the calls it gets, and answers them with `status`. */
async function startPurgeTarget(targetPort = 0) {
  const calls: { at: number; call: string; headers: IncomingMessage['headers'] }[] = [];
  const target = { status: 200, calls, port: 0 };
  const server = createServer((request, response) => {
    calls.push({ at: Date.now(), call: `${request.method} ${request.url}`, headers: request.headers });
    response.writeHead(target.status).end();
  });
  server.listen(targetPort, '127.0.0.1');
  await once(server, 'listening');
  onTestFileFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  target.port = (server.address() as AddressInfo).port;
  return target;
}
const callsOf = ({ calls }: { calls: { call: string }[] }) => calls.map(({ call }) => call);

describe('a change', () => {
  test('is reported to every cache within a second and once more, after all pages at the start', async () => {
    const targets = [await startPurgeTarget(), await startPurgeTarget()];
    await start({ config: { sharedCache, purge: purgeAt(...targets.map((target) => target.port)) } });
    await waitUntil(() => targets.every(({ calls }) => calls.length > 0));
    const changedAt = Date.now();
    for (let count = 0; count < 20; count++) await fixture.api.publishChange(41);
    for (const target of targets) {
      await waitUntil(() => callsOf(target).includes('PURGE /purge/site-41'));
      const first = target.calls.find(({ call }) => call === 'PURGE /purge/site-41');
      expect((first?.at ?? 0) - changedAt).toBeLessThan(1_000);
      expect(first?.headers).toMatchObject({ 'surrogate-key': 'site-41', authorization: 'Bearer secret' });
      await waitUntil(() => callsOf(target).filter((call) => call === 'PURGE /purge/site-41').length === 2, 10_000);
      expect([...new Set(callsOf(target))]).toEqual(['PURGE /purge/cuvee', 'PURGE /purge/site-41']);
    }
  });

  test('reaches a cache that was down as soon as it is back, and the log and the metrics say so', async () => {
    const targetPort = await findFreePort();
    const metrics = createMetrics();
    await start({ metrics, config: { sharedCache, purge: purgeAt(targetPort) } });
    await fixture.api.publishChange(40);
    await waitUntil(() => fixture.log.some(({ code }) => code === 'purge_failed'));
    expect(await sharingOf('/contact')).toEqual(shared);
    const before = await metrics.registry.metrics();
    expect(before).toMatch(/cuvee_purges_total\{result="failed"\} [1-9]/);
    expect(before).toMatch(/cuvee_purges_waiting [12]\n/);
    const target = await startPurgeTarget(targetPort);
    target.status = 503;
    await waitUntil(() => target.calls.length > 0);
    target.status = 204;
    await waitUntil(() => fixture.log.some(({ code }) => code === 'purge_succeeded'));
    expect(callsOf(target)).toContain('PURGE /purge/cuvee');
    expect(fixture.log.filter(({ code }) => code === 'purge_failed')).toHaveLength(1);
    expect(JSON.stringify(fixture.log)).not.toContain('Bearer secret');
    await waitUntil(async () => /cuvee_purges_waiting 0\n/.test(await metrics.registry.metrics()), 10_000);
  });

  test('is no longer reported once the cache has dropped the old pages by itself', async () => {
    const metrics = createMetrics();
    const brief = { ...sharedCache, seconds: 1 };
    await start({ metrics, config: { sharedCache: brief, purge: purgeAt(await findFreePort()) } });
    await waitUntil(async () => /result="expired"\} 1\n/.test(await metrics.registry.metrics()), 15_000);
    expect(await metrics.registry.metrics()).toMatch(/cuvee_purges_waiting 0\n/);
  });

  test('of more sites than may wait becomes one purge of all pages', async () => {
    const targetPort = await findFreePort();
    const metrics = createMetrics();
    await start({ metrics, config: { sharedCache, purge: purgeAt(targetPort) } });
    for (let site = 1; site <= 1_100; site++) await fixture.api.publishChange(site);
    await waitUntil(async () => {
      const [, waiting] = /cuvee_purges_waiting (\d+)\n/.exec(await metrics.registry.metrics()) ?? [];
      return Number(waiting) > 0 && Number(waiting) <= 1_000;
    });
    const target = await startPurgeTarget(targetPort);
    await waitUntil(() => callsOf(target).includes('PURGE /purge/cuvee'), 20_000);
  });
});
