import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { importSite } from '#server/import/import-site.ts';
import { createApiClient } from '#server/storefront/api/api-client.ts';
import { loadBuiltRenderer } from '#server/storefront/pages/renderer-source.ts';
import { buildStorefront } from '#server/storefront/storefront-app.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { createSiteConfig, writeSiteConfig } from '#tests/support/servers/storefront-fixture.ts';
import { startTestApi, type TestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const root = join(import.meta.dirname, '../..');
const host = 'willow-hill.test';
let api: TestApi;
let port: number;
let calls: string[] = [];

beforeAll(async () => {
  api = await startTestApi();
  await importSite({ db: api.db, filesDir: api.filesDir }, join(root, 'sites/willow-hill'));
  api.app.server.prependListener('request', ({ method, url }) => void calls.push(`${method} ${url}`));
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const sitesDir = await createTemporaryFolder();
  const hosts = [
    { name: host, lang: 'en' },
    { name: `fr.${host}`, lang: 'fr_FR' },
  ];
  const origins = { en: `https://${host}`, fr_FR: `https://fr.${host}` };
  const site = createSiteConfig(41, host, { hosts, origin: origins, languages: ['en', 'fr_FR'], defaultLang: 'en' });
  writeSiteConfig(sitesDir, 'willow-hill', site);
  const app = await buildStorefront(
    { sitesDir, hasLocalNames: false, trustProxy: [], hasApiDocs: false },
    {
      api: createApiClient(origin, testApiSecret, { requestTimeoutMs: 30_000 }),
      rendering: await loadBuiltRenderer(join(root, 'dist')),
      logger: pino({ level: 'silent' }),
    },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  return () => app.close();
}, 120_000);

/** Drops all pages and data of the site that the storefront holds, as every change of the site does. */
async function forgetSite(): Promise<void> {
  const before = calls.length;
  await withSiteTransaction(api.db, 41, notifySiteChanged);
  await vi.waitFor(
    async () => {
      await sendRequestWithAnyHost(port, '/legal-notice', { host });
      expect(calls.length).toBeGreaterThan(before);
    },
    { timeout: 10_000 },
  );
  await withSiteTransaction(api.db, 41, notifySiteChanged);
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Requests a page that no cache has, and returns the calls to the API and the statements that it takes. */
async function requestColdPage(path: string): Promise<{ calls: string[]; statements: string[] }> {
  await forgetSite();
  calls = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const { status } = await sendRequestWithAnyHost(port, path, { host });
  expect(status).toBe(200);
  const texts = query.mock.calls.map(([config]) =>
    typeof config === 'string' ? config : String((config as { text?: string }).text),
  );
  query.mockRestore();
  return { calls: calls.filter((call) => !call.includes('/internal/changes')), statements: texts };
}

// These limits do not depend on the machine. A page needs a round trip for each level of its data, not for each part.
test.each([
  { page: 'home page', path: '/', maxCalls: 2, maxStatements: 12 },
  { page: 'list of wines', path: '/wines', maxCalls: 3, maxStatements: 14 },
  { page: 'product', path: '/wines/pecharmant/1', maxCalls: 3, maxStatements: 14 },
  { page: 'news', path: '/news', maxCalls: 2, maxStatements: 12 },
])(
  'a cold $page takes at most $maxCalls calls and $maxStatements statements',
  async ({ path, maxCalls, maxStatements }) => {
    // The process learns the columns of statements when they run for the first time.
    await requestColdPage(path);
    await requestColdPage(path);
    const { calls: made, statements } = await requestColdPage(path);
    expect(made.length, made.join('\n')).toBeLessThanOrEqual(maxCalls);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(maxStatements);
  },
  60_000,
);

test('a list of 24 products takes at most six statements', async () => {
  const read = () => api.call('/product?nbItem=24', { site: 41 });
  for (let run = 0; run < 3; run++) await read();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  expect((await read()).status).toBe(200);
  expect(query.mock.calls.length).toBeLessThanOrEqual(6);
});
