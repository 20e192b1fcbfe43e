import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { fetchPage, waitForPageStatus } from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import {
  prepareRestartableApiServer,
  startStorefrontServer,
  waitForPageText,
} from '#tests/support/servers/split-servers.ts';
import { TcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const host = getEstateHostOfFolder('terrasse');
const cachedPath = '/';

let uncachedPages = 0;
const uncachedPath = () => `/nos-produits/nos-vins?name=${++uncachedPages}`;

// The tests share one API and one storefront that reaches it through a proxy. Each test restores both.
let api: Awaited<ReturnType<typeof prepareRestartableApiServer>>;
let apiServer: ServerProcess;
let proxy: TcpProxy;
let storefront: ServerProcess;
let settings: { sitesDir: string; dataDir: string };
let dir: string;

beforeAll(async () => {
  settings = await createServerFolders();
  dir = await writeEstate(settings.sitesDir, 'terrasse', 58);
  api = await prepareRestartableApiServer({ databaseUrl: database.url, ...settings });
  await api.importSite('terrasse');
  apiServer = await api.start();
  proxy = await TcpProxy.start(api.port);
  storefront = await startStorefrontServer(proxy.port, settings);
});

/** Changes the estate, and waits until its home page shows the change. */
async function publishNews(title: string): Promise<void> {
  await writeNewsTitle(dir, title);
  await api.importSite('terrasse');
  await waitForPageText(storefront, host, cachedPath, title);
}

/** Expects cached pages and 503 responses from a storefront without an API. */
async function expectOutageBehaviour(server: ServerProcess): Promise<void> {
  const { port } = server;
  await waitForPageStatus(port, host, '/api/news', 503);
  // The server stays ready, because it serves pages in the HTML cache during the outage.
  expect((await fetchPage(port, 'any', '/readyz')).status).toBe(200);
  expect((await fetchPage(port, 'any', '/healthz')).status).toBe(200);

  const home = await fetchPage(port, host, cachedPath);
  expect([home.status, home.body.includes(getEstateNameOfFolder('terrasse'))]).toEqual([200, true]);

  await expectUnavailable(server, uncachedPath());
  const call = await fetchPage(port, host, '/api/news');
  expect(call.status).toBe(503);
  expect(call.headers['retry-after']).toMatch(/^\d+$/);
  expect(JSON.parse(call.body)).toEqual({ success: false, data: {}, message: expect.stringMatching(/\S/) });
}

async function expectUnavailable({ port }: ServerProcess, path: string): Promise<void> {
  const startedAt = Date.now();
  const page = await fetchPage(port, host, path);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  expect(page.status).toBe(503);
  expect(page.headers['retry-after']).toMatch(/^\d+$/);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toMatch(/<h1[\s>]/);
  expect(page.body).toMatch(/<\/html>\s*$/);
  expect(page.body).not.toMatch(/ECONN|127\.0\.0\.1:|undici|Error:| at .*\.[jt]s/);
}

const expectRecovery = async () => {
  await waitForPageStatus(storefront.port, host, '/api/news', 200);
  await waitForPageText(storefront, host, uncachedPath(), getEstateNameOfFolder('terrasse'));
};

test('the storefront serves cached pages and 503 while the API is killed, and shows changes after its restart', async () => {
  await publishNews('Avant la coupure');
  await apiServer.kill();
  await expectOutageBehaviour(storefront);

  await writeNewsTitle(dir, 'Pendant la coupure');
  await api.importSite('terrasse');
  expect((await fetchPage(storefront.port, host, cachedPath)).body).toContain('Avant la coupure');
  apiServer = await api.start();
  await waitForPageText(storefront, host, cachedPath, 'Pendant la coupure');
  await expectRecovery();
});

test('the storefront serves cached pages and 503 while the API is stopped', async () => {
  await publishNews('Avant l’arrêt');
  await apiServer.stop();
  expect(await apiServer.ended).toBe(0);
  await expectOutageBehaviour(storefront);
  apiServer = await api.start();
  await expectRecovery();
});

test('the storefront responds within seconds while the API accepts connections without answering', async () => {
  await publishNews('Avant le silence');
  proxy.stall();
  await expectOutageBehaviour(storefront);
  const startedAt = Date.now();
  for (let count = 0; count < 50; count++)
    expect((await fetchPage(storefront.port, host, cachedPath)).status).toBe(200);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  proxy.resume();
  await expectRecovery();
});

test('the storefront starts without an API, returns 503 and serves pages once the API is available', async () => {
  await proxy.disconnect();
  const early = await startStorefrontServer(proxy.port, settings, { status: 503 });
  await expectUnavailable(early, cachedPath);
  await proxy.open();
  await waitForPageText(early, host, cachedPath, getEstateNameOfFolder('terrasse'));
  await early.stop();
  await expectRecovery();
});

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
const malformedResponses: [string, Listener | Buffer][] = [
  ['bytes that are not HTTP', Buffer.from('\u0000\u0001 not a protocol\r\n\r\n')],
  ['HTML instead of JSON', (_, response) => response.end('<!doctype html><title>Welcome to nginx</title>')],
  ['an empty envelope', json({ success: true, data: {}, message: '' })],
  ['an envelope with unexpected data', json({ success: true, data: { pages: 7, parameters: 'none' }, message: '' })],
  [
    'a truncated response',
    (_, response) => response.writeHead(200, { 'content-length': '5000' }).write('{"success":') && response.destroy(),
  ],
  ['errors with internal details', json({ error: 'select * from products', stack: 'Error:\n at sql.ts' }, 500)],
];
const fakes: Server[] = [];
afterAll(() => {
  for (const fake of fakes) fake.close();
});

test.each(malformedResponses)(
  'the storefront serves cached pages and 503 while the API returns %s',
  async (_, reply) => {
    await waitForPageText(storefront, host, cachedPath, getEstateNameOfFolder('terrasse'));
    await proxy.disconnect();
    const fake =
      typeof reply === 'function'
        ? createHttpServer((request, response) =>
            request.url === '/readyz' ? json({}, 503)(request, response) : reply(request, response),
          )
        : createTcpServer((socket) =>
            socket
              .on('error', () => {})
              .resume()
              .end(reply),
          );
    let connections = 0;
    fake.on('connection', () => connections++);
    fake.listen(proxy.port, '127.0.0.1');
    await once(fake, 'listening');

    await waitForPageStatus(storefront.port, host, uncachedPath(), 503);
    const home = await fetchPage(storefront.port, host, cachedPath);
    expect([home.status, home.body.includes(getEstateNameOfFolder('terrasse'))]).toEqual([200, true]);
    await expectUnavailable(storefront, uncachedPath());

    expect(connections).toBeGreaterThan(0);

    if ('closeAllConnections' in fake) (fake as Server).closeAllConnections();
    fake.close();
    await once(fake, 'close');
    await proxy.open();
    await expectRecovery();
  },
);

test('internal endpoints of the API are not reachable through a site', async () => {
  expect((await fetchPage(storefront.port, host, '/api/internal/changes')).status).toBe(404);
  expect((await fetchPage(api.port, host, '/internal/changes')).status).toBe(403);
});
