import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createPreparedServerFolders,
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import {
  fetchPage,
  retryUntilPasses,
  runServer,
  runSiteCommand,
  waitForPageStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { TcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const host = getEstateHostOfFolder('source');
const database = await openTestDatabase();

/** Expects cached pages, and 503 responses without internal details for everything else. */
async function expectOutageBehaviour({ port }: ServerProcess) {
  const cached = await fetchPage(port, host);
  expect([cached.status, cached.body.includes(getEstateNameOfFolder('source'))]).toEqual([200, true]);
  const call = await fetchPage(port, host, '/api/news');
  expect(call.status).toBe(503);
  expect(call.headers['retry-after']).toBeDefined();
  expect(JSON.parse(call.body)).toEqual({ success: false, data: {}, message: expect.stringMatching(/\S/) });
  const uncached = await fetchPage(port, host, '/nos-produits/nos-vins');
  expect(uncached.status).toBe(503);
  expect(uncached.headers['retry-after']).toBeDefined();
  for (const { body } of [call, uncached]) expect(body).not.toMatch(/ECONN|select |postgres|socket| at .*\.ts/i);
}

const waitForApi = ({ port }: ServerProcess, status: number) => waitForPageStatus(port, host, '/api/news', status);

/** Expects that an import changes the pages, which shows that the connection that listens for changes has recovered. */
async function expectChangesArrive(server: ServerProcess, dir: string, env: Record<string, string>, title: string) {
  await writeNewsTitle(dir, title);
  const imported = await runSiteCommand(['import', 'source'], env);
  expect(imported.code, imported.output).toBe(0);
  await retryUntilPasses(async () => expect((await fetchPage(server.port, host)).body).toContain(title), 10);
}

test('the embedded database is restarted after being killed, interrupted and stopped immediately, and the server recovers', async () => {
  const { sitesDir, dataDir } = await createPreparedServerFolders();
  const dir = await writeEstate(sitesDir, 'source', 57);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir };
  const server = await runServer({ env });
  await waitUntilOnline(server, host);
  const postmasterPid = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  for (const signal of ['SIGKILL', 'SIGINT', 'SIGQUIT'] as const) {
    const pid = await postmasterPid();
    process.kill(pid, signal);
    await retryUntilPasses(async () => expect(await postmasterPid()).not.toBe(pid));
    await waitForApi(server, 200);
    expect((await fetchPage(server.port, host)).body).toContain(getEstateNameOfFolder('source'));
    expect(JSON.parse((await waitForPageStatus(server.port, host, '/api/news', 200)).body).data.total).toBe(1);
    await expectChangesArrive(server, dir, env, `De retour après ${signal}`);
  }
  await server.stop();
  expect(await server.ended).toBe(0);
});

test('the server serves cached pages and 503 while an external database is unreachable, and recovers by itself', async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  const dir = await writeEstate(sitesDir, 'source', 57);
  const proxy = await TcpProxy.start(database.url);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: proxy.databaseUrl(database.url) };
  const server = await runServer({ env });
  await waitUntilOnline(server, host);

  await proxy.disconnect();
  await waitForApi(server, 503);
  // The server stays ready, because it serves pages in the HTML cache during the outage.
  expect((await fetchPage(server.port, 'any', '/readyz')).status).toBe(200);
  expect((await fetchPage(server.port, 'any', '/healthz')).status).toBe(200);
  await expectOutageBehaviour(server);

  await proxy.open();
  await waitForApi(server, 200);
  await waitForPageStatus(server.port, host, '/nos-produits/nos-vins', 200);
  await expectChangesArrive(server, dir, env, 'De retour');
  expect(server.child.exitCode).toBeNull();
  await server.stop();
});
