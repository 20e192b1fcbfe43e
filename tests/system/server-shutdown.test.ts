import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  createPreparedServerFolders,
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
} from '#tests/support/fixtures/estate-folders.ts';
import {
  countLockWaiters,
  fetchPage,
  type HttpResponse,
  isRunning,
  openEmbeddedDatabaseSession,
  retryUntilPasses,
  runServer,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerOptions, ServerProcess } from '#tests/support/servers/server-process.ts';

const startTestServer = async (settings: Record<string, string> = {}, options: Partial<ServerOptions> = {}) => {
  const { sitesDir, dataDir } = await createPreparedServerFolders();
  await writeEstate(sitesDir, 'cave', 52);
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...settings }, ...options });
  await waitUntilOnline(server, getEstateHostOfFolder('cave'));
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { server, dataDir, postmaster };
};

/** Locks the news table, so that requests that read it block until `release`. */
async function lockNews(dataDir: string) {
  const session = await openEmbeddedDatabaseSession(dataDir);
  await session.query('begin; lock table news in access exclusive mode');
  return {
    waitForReader: () =>
      retryUntilPasses(async () => expect(await countLockWaiters(session, 'news')).toBeGreaterThan(0)),
    release: () => session.query('commit').then(() => session.end()),
  };
}

const waitUntilRefusing = ({ port }: ServerProcess) =>
  retryUntilPasses(async () => {
    const result = await fetchPage(port, getEstateHostOfFolder('cave')).then(
      ({ status }) => status,
      () => 'refused',
    );
    expect(result).toBe('refused');
  });

test('SIGTERM ends open requests first, then the database, and leaves no process', async () => {
  const { server, dataDir, postmaster } = await startTestServer();
  const news = await lockNews(dataDir);
  const page: Promise<HttpResponse> = fetchPage(server.port, getEstateHostOfFolder('cave'), '/actualites');
  const call: Promise<HttpResponse> = fetchPage(server.port, getEstateHostOfFolder('cave'), '/api/news');
  await news.waitForReader();
  server.child.kill('SIGTERM');
  await waitUntilRefusing(server);
  await news.release();
  const responses = await Promise.all([page, call]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses[0].body).toContain(getEstateNameOfFolder('cave'));
  expect(responses[0].body).toMatch(/<\/html>\s*$/);
  expect(await server.ended).toBe(0);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  expect(isRunning(postmaster)).toBe(false);
});

test('SIGTERM to "npm start" ends the server and the database, although npm does not forward it to the server', async () => {
  const { server, postmaster } = await startTestServer({}, { command: ['npm', 'start'] });
  // The output is closed when its last writer ends, which is the server below npm and its shell.
  const outputEnded = once(server.child, 'close');
  server.child.kill('SIGTERM');
  await server.ended;
  await outputEnded;
  await waitUntilRefusing(server);
  expect(isRunning(postmaster)).toBe(false);
});

test('SIGTERM closes a kept-alive connection after its open request, before the timeout', async () => {
  const { server, dataDir } = await startTestServer();
  const news = await lockNews(dataDir);
  const agent = new Agent({ keepAlive: true });
  const page = fetchPage(server.port, getEstateHostOfFolder('cave'), '/actualites', {}, agent);
  await news.waitForReader();
  server.child.kill('SIGTERM');
  await waitUntilRefusing(server);
  await news.release();
  const { status, headers } = await page;
  const answeredAt = Date.now();
  expect({ status, connection: headers.connection }).toEqual({ status: 200, connection: 'close' });
  expect(await server.ended).toBe(0);
  expect(Date.now() - answeredAt).toBeLessThan(8_000);
  agent.destroy();
});

test('SIGTERM turns the readiness probe to 503 while requests are still served without keep-alive', async () => {
  const { server, postmaster } = await startTestServer({ DRAIN_SECONDS: '3' });
  server.child.kill('SIGTERM');
  await retryUntilPasses(async () => expect((await fetchPage(server.port, 'probe', '/readyz')).status).toBe(503));
  expect((await fetchPage(server.port, 'probe', '/healthz')).status).toBe(200);
  const agent = new Agent({ keepAlive: true });
  const { status, headers } = await fetchPage(server.port, getEstateHostOfFolder('cave'), '/', {}, agent);
  expect({ status, connection: headers.connection }).toEqual({ status: 200, connection: 'close' });
  expect(await server.ended).toBe(0);
  expect(isRunning(postmaster)).toBe(false);
});

test('SIGTERM cuts a request that does not end, exits with 0 and stops the database', async () => {
  const { server, postmaster } = await startTestServer();
  const body = connect(server.port, '127.0.0.1');
  body.on('error', () => {});
  body.write(
    `POST /api/login HTTP/1.1\r\nhost: ${getEstateHostOfFolder('cave')}\r\ncontent-type: application/json\r\n`,
  );
  body.write(`origin: https://${getEstateHostOfFolder('cave')}\r\ncontent-length: 100\r\n\r\n{`);
  await sleep(500);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(isRunning(postmaster)).toBe(false);
  body.destroy();
});

test('a second SIGTERM exits immediately and stops the database', async () => {
  const { server, dataDir, postmaster } = await startTestServer();
  const news = await lockNews(dataDir);
  const page = fetchPage(server.port, getEstateHostOfFolder('cave'), '/actualites').catch(() => 'aborted');
  await news.waitForReader();
  server.child.kill('SIGTERM');
  await waitUntilRefusing(server);
  const signalledAt = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(130);
  expect(Date.now() - signalledAt).toBeLessThan(2_000);
  expect(await page).toBe('aborted');
  await retryUntilPasses(() => expect(isRunning(postmaster)).toBe(false));
});

test('SIGTERM during the first start leaves no process', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'cave', 52);
  const server = await runServer({ env: { DATA_DIR: dataDir, SITES_DIR: sitesDir } });
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  await retryUntilPasses(() => expect(existsSync(pidFile)).toBe(true));
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
});
