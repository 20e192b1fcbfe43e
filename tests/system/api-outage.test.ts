import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFolders,
  estateNameOf,
  hostOf,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { getPage, waitForStatus } from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { createApiServer, startStorefrontServer, waitForText } from '#tests/support/servers/split-servers.ts';
import { TcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const host = hostOf('terrasse');
const held = '/';

/** A page that nobody has asked for before: no copy of it is held, however old. */
let pages = 0;
const notHeld = () => `/nos-produits/nos-vins?name=${++pages}`;

/** One API and one storefront that reaches it through a passage. Each test leaves both as it found them. */
let api: Awaited<ReturnType<typeof createApiServer>>;
let apiServer: ServerProcess;
let passage: TcpProxy;
let storefront: ServerProcess;
let settings: { sitesDir: string; dataDir: string };
let dir: string;

beforeAll(async () => {
  settings = await createFolders();
  dir = await writeEstate(settings.sitesDir, 'terrasse', 58);
  api = await createApiServer({ databaseUrl: database.url, ...settings });
  await api.importSite('terrasse');
  apiServer = await api.start();
  passage = await TcpProxy.start(api.port);
  storefront = await startStorefrontServer(passage.port, settings);
});

/** Changes the estate, and waits until its home page shows it. */
async function tell(word: string): Promise<void> {
  await writeNewsTitle(dir, word);
  await api.importSite('terrasse');
  await waitForText(storefront, host, held, word);
}

/** What visitors see of a storefront whose API does not serve. `held` was rendered before. */
async function servesWhatItHas(server: ServerProcess, { mostMs = 10_000 } = {}): Promise<void> {
  const { port } = server;
  await waitForStatus(port, 'any', '/readyz', 503);
  expect((await getPage(port, 'any', '/healthz')).status).toBe(200);

  const home = await getPage(port, host, held);
  expect([home.status, home.body.includes(estateNameOf('terrasse'))]).toEqual([200, true]);

  await unavailable(server, notHeld(), mostMs);
  const call = await getPage(port, host, '/api/news');
  expect(call.status).toBe(503);
  expect(call.headers['retry-after']).toMatch(/^\d+$/);
  expect(JSON.parse(call.body)).toEqual({ success: false, data: {}, message: expect.stringMatching(/\S/) });
}

async function unavailable({ port }: ServerProcess, path: string, mostMs: number): Promise<void> {
  const asked = Date.now();
  const page = await getPage(port, host, path);
  expect(Date.now() - asked).toBeLessThan(mostMs);
  expect(page.status).toBe(503);
  expect(page.headers['retry-after']).toMatch(/^\d+$/);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toMatch(/<h1[\s>]/);
  expect(page.body).toMatch(/<\/html>\s*$/);
  expect(page.body).not.toMatch(/ECONN|127\.0\.0\.1:|undici|Error:| at .*\.[jt]s/);
}

const backAsBefore = async () => {
  await waitForStatus(storefront.port, 'any', '/readyz', 200);
  await waitForText(storefront, host, notHeld(), estateNameOf('terrasse'));
};

test('the API killed: held pages are served, others are a 503; back again, it shows what changed meanwhile', async () => {
  await tell('Avant la coupure');
  await apiServer.kill();
  await servesWhatItHas(storefront);

  await writeNewsTitle(dir, 'Pendant la coupure');
  await api.importSite('terrasse');
  expect((await getPage(storefront.port, host, held)).body).toContain('Avant la coupure');
  apiServer = await api.start();
  await waitForText(storefront, host, held, 'Pendant la coupure');
  await backAsBefore();
});

test('the API stopped as an operator does: the same', async () => {
  await tell('Avant l’arrêt');
  await apiServer.stop();
  expect(await apiServer.ended).toBe(0);
  await servesWhatItHas(storefront);
  apiServer = await api.start();
  await backAsBefore();
});

test('an API that takes connections and stays silent: nobody waits longer than some seconds', async () => {
  await tell('Avant le silence');
  passage.hold();
  await servesWhatItHas(storefront);
  const asked = Date.now();
  for (let count = 0; count < 50; count++) expect((await getPage(storefront.port, host, held)).status).toBe(200);
  expect(Date.now() - asked).toBeLessThan(5_000);
  passage.release();
  await backAsBefore();
});

test('a storefront that starts without an API answers, and fills as soon as there is one', async () => {
  await passage.cut();
  const early = await startStorefrontServer(passage.port, settings, { status: 503 });
  await unavailable(early, held, 10_000);
  await passage.open();
  await waitForText(early, host, held, estateNameOf('terrasse'));
  await early.stop();
  await backAsBefore();
});

const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
const nonsense: [string, Listener | Buffer][] = [
  ['bytes that are no HTTP', Buffer.from('\u0000\u0001 no protocol at all\r\n\r\n')],
  ['a page instead of data', (_, response) => response.end('<!doctype html><title>Welcome to nginx</title>')],
  ['an envelope around nothing', json({ success: true, data: {}, message: '' })],
  ['an envelope around other things', json({ success: true, data: { pages: 7, parameters: 'none' }, message: '' })],
  [
    'half an answer',
    (_, response) => response.writeHead(200, { 'content-length': '5000' }).write('{"success":') && response.destroy(),
  ],
  ['failures with their insides out', json({ error: 'select * from products', stack: 'Error:\n at sql.ts' }, 500)],
];
const fakes: Server[] = [];
afterAll(() => {
  for (const fake of fakes) fake.close();
});

test.each(nonsense)('an API that answers %s: held pages are served, others are a 503', async (_, answer) => {
  await waitForText(storefront, host, held, estateNameOf('terrasse'));
  await passage.cut();
  const fake =
    typeof answer === 'function'
      ? createHttpServer((request, response) =>
          request.url === '/readyz' ? json({}, 503)(request, response) : answer(request, response),
        )
      : createTcpServer((socket) =>
          socket
            .on('error', () => {})
            .resume()
            .end(answer),
        );
  let connections = 0;
  fake.on('connection', () => connections++);
  fake.listen(passage.port, '127.0.0.1');
  await once(fake, 'listening');

  await waitForStatus(storefront.port, 'any', '/readyz', 503);
  const home = await getPage(storefront.port, host, held);
  expect([home.status, home.body.includes(estateNameOf('terrasse'))]).toEqual([200, true]);
  await unavailable(storefront, notHeld(), 10_000);

  expect(connections).toBeGreaterThan(0);

  if ('closeAllConnections' in fake) (fake as Server).closeAllConnections();
  fake.close();
  await once(fake, 'close');
  await passage.open();
  await backAsBefore();
});

test('nobody can reach the API’s own stream of changes through a site', async () => {
  expect((await getPage(storefront.port, host, '/api/internal/changes')).status).toBe(404);
  expect((await getPage(api.port, host, '/internal/changes')).status).toBe(403);
});
