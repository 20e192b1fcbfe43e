import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { ensureCacheProgram, startNginx, startVarnish } from '#tests/support/servers/cache-in-front.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import {
  fetchPage,
  type HttpResponse,
  retryUntilPasses,
  runServer,
  runSiteCommand,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { TcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const varnishd = ensureCacheProgram('varnishd');
const nginx = ensureCacheProgram('nginx');
const host = getEstateHostOfFolder('cellier');
const name = getEstateNameOfFolder('cellier');

/** Starts a server with one estate, for a cache in front. */
async function startEstateServer(settings: Record<string, string>) {
  const database = await openTestDatabase();
  const { sitesDir, dataDir } = await createServerFolders();
  const dir = await writeEstate(sitesDir, 'cellier', 61);
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SITES_DIR: sitesDir,
    TRUST_PROXY: 'loopback',
    LOCAL_NAMES: 'off',
    OPS_PORT: String(await findFreePort()),
    ...settings,
  };
  const server = await runServer({ env });
  await waitUntilOnline(server, host);
  const publishNews = async (title: string) => {
    await writeNewsTitle(dir, title);
    const { code, output } = await runSiteCommand(['import', 'cellier'], env);
    if (code !== 0) throw new Error(output);
  };
  return { server, opsPort: Number(env.OPS_PORT), publishNews };
}

/** Returns the number of pages that the storefront has sent, from its cache and otherwise. */
async function countPages(opsPort: number): Promise<number> {
  const { body } = await fetchPage(opsPort, 'ops', '/metrics');
  const counts = body.matchAll(/^cuvee_pages_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe.skipIf(varnishd === null)('Varnish with the documented configuration', () => {
  let server: ServerProcess;
  let opsPort: number;
  let publishNews: (title: string) => Promise<void>;
  let purges: TcpProxy;
  let port: number;

  beforeAll(async () => {
    const purgePort = await findFreePort();
    purges = await TcpProxy.start(purgePort);
    const settings = { SHARED_CACHE_SECONDS: '20', PURGE_URL: `http://127.0.0.1:${purges.port}/` };
    ({ server, opsPort, publishNews } = await startEstateServer(settings));
    port = await startVarnish(varnishd ?? '', server.port, purgePort);
    // The purges of the start, and their repetition, must not disturb the tests.
    await retryUntilPasses(async () => {
      const { body } = await fetchPage(opsPort, 'ops', '/metrics');
      expect(body).toMatch(/cuvee_purges_waiting 0\n/);
    });
  });

  const visit = (path: string, headers: Record<string, string> = {}) => fetchPage(port, host, path, headers);
  /** Varnish names two requests in the header of a response that it has kept. */
  const isHit = ({ headers }: HttpResponse) => String(headers['x-varnish']).includes(' ');
  const waitForTitle = (title: string, seconds: number) =>
    retryUntilPasses(async () => {
      if (!(await visit('/')).body.includes(title)) throw new Error(`the home page does not contain "${title}"`);
    }, seconds);

  test('serves hits, with or without cookies, that cost the storefront nothing', async () => {
    await visit('/');
    const before = await countPages(opsPort);
    for (let count = 0; count < 50; count++) {
      const page = await visit('/', count % 2 === 0 ? {} : { cookie: 'token=abc; idSite=61' });
      expect([page.status, isHit(page), page.body.includes(name)]).toEqual([200, true, true]);
      expect(page.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
      expect(page.headers['surrogate-key']).toBeUndefined();
    }
    const { headers } = await visit('/', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect((await visit('/', { 'if-none-match': (await visit('/')).headers.etag ?? '' })).status).toBe(304);
    expect(await countPages(opsPort)).toBe(before);
  });

  test('shows a change within a second', async () => {
    for (const title of ['Première nouvelle', 'Deuxième nouvelle', 'Troisième nouvelle']) {
      await visit('/');
      expect(isHit(await visit('/'))).toBe(true);
      await publishNews(title);
      const importedAt = Date.now();
      await waitForTitle(title, 5);
      expect(Date.now() - importedAt).toBeLessThan(1_000);
    }
  });

  test('keeps no private page, failure, call or page of the panel', async () => {
    const privatePaths = ['/password/reset/abcdef', '/orders/12', '/no-such-page', '/wines/none/99999', '/api/news'];
    for (const path of [...privatePaths, '/admin', '/healthz', '/api/product?nbItem=x']) {
      await visit(path);
      expect([path, isHit(await visit(path))]).toEqual([path, false]);
      expect([path, isHit(await visit(path, { cookie: 'token=abc' }))]).toEqual([path, false]);
    }
  });

  test('accepts purges only at their own address', async () => {
    await visit('/');
    const purge = (target: number, key: string) =>
      fetch(`http://127.0.0.1:${target}/`, { method: 'BAN', headers: { 'surrogate-key': key } });
    expect((await purge(port, 'site-61')).status).not.toBe(200);
    expect(isHit(await visit('/'))).toBe(true);
    expect((await purge(purges.port, 'a || req.url ~ .')).status).toBe(405);
    expect(isHit(await visit('/'))).toBe(true);
    expect((await purge(purges.port, 'site-6')).status).toBe(200);
    expect(isHit(await visit('/'))).toBe(true);
    expect((await purge(purges.port, 'site-61-home')).status).toBe(200);
    expect(isHit(await visit('/'))).toBe(false);
  });

  test('shows a change after SHARED_CACHE_SECONDS while it cannot be purged, and then within a second again', async () => {
    await publishNews('Nouvelle avant la panne');
    await waitForTitle('Nouvelle avant la panne', 5);
    await purges.disconnect();
    await publishNews('Nouvelle sans purge');
    await retryUntilPasses(() => expect(server.output()).toContain('"code":"purge_failed"'), 5);
    expect((await visit('/')).body.includes('Nouvelle sans purge')).toBe(false);
    await waitForTitle('Nouvelle sans purge', 25);
    await purges.open();
    await retryUntilPasses(async () => {
      const { body } = await fetchPage(opsPort, 'ops', '/metrics');
      expect(body).toMatch(/cuvee_purges_waiting 0\n/);
    }, 40);
    await visit('/');
    await publishNews('Nouvelle après la panne');
    const importedAt = Date.now();
    await waitForTitle('Nouvelle après la panne', 5);
    expect(Date.now() - importedAt).toBeLessThan(1_000);
  });

  test('serves its pages while the storefront restarts', async () => {
    await publishNews('Nouvelle avant l’arrêt');
    await waitForTitle('Nouvelle avant l’arrêt', 5);
    await server.kill();
    const page = await visit('/');
    expect([page.status, page.body.includes('Nouvelle avant l’arrêt')]).toEqual([200, true]);
  });
});

describe.skipIf(nginx === null)('nginx with the documented configuration', () => {
  test('serves hits for a second, asks then with an ETag, and keeps no private page', async () => {
    const settings = { SHARED_CACHE_SECONDS: '1', SHARED_CACHE_HEADER: 'Cache-Control' };
    const { server, opsPort, publishNews } = await startEstateServer(settings);
    const port = await startNginx(nginx ?? '', server.port);
    const visit = (path: string) => fetchPage(port, host, path);
    await visit('/');
    const before = await countPages(opsPort);
    for (let count = 0; count < 100; count++) expect((await visit('/')).status).toBe(200);
    expect(await countPages(opsPort)).toBeLessThan(before + 10);

    await publishNews('Une nouvelle');
    await sleep(2_000);
    expect((await visit('/')).body).toContain('Une nouvelle');
    const counted = await countPages(opsPort);
    for (let count = 0; count < 5; count++) expect((await visit('/password/reset/abcdef')).status).toBe(200);
    expect(await countPages(opsPort)).toBeGreaterThanOrEqual(counted);
    for (const path of ['/password/reset/abcdef', '/admin', '/no-such-page'])
      expect((await visit(path)).headers['cache-control']).not.toContain('s-maxage');
  });
});
