import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createFolders,
  estateNameOf,
  hostOf,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import {
  eventually,
  getPage,
  runServer,
  runSiteCommand,
  waitForStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { TcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const host = hostOf('source');
const database = await openTestDatabase();

/** Held pages go on, everything else says in plain words that it cannot be shown now. */
async function servesWhatItHas({ port }: ServerProcess) {
  const held = await getPage(port, host);
  expect([held.status, held.body.includes(estateNameOf('source'))]).toEqual([200, true]);
  const call = await getPage(port, host, '/api/news');
  expect(call.status).toBe(503);
  expect(call.headers['retry-after']).toBeDefined();
  expect(JSON.parse(call.body)).toEqual({ success: false, data: {}, message: expect.stringMatching(/\S/) });
  const fresh = await getPage(port, host, '/nos-produits/nos-vins');
  expect(fresh.status).toBe(503);
  expect(fresh.headers['retry-after']).toBeDefined();
  for (const { body } of [call, fresh]) expect(body).not.toMatch(/ECONN|select |postgres|socket| at .*\.ts/i);
}

const readyIs = ({ port }: ServerProcess, status: number) => waitForStatus(port, 'any', '/readyz', status);

/** A change reaches the pages again: the connection that hears of changes is back, too. */
async function hearsChanges(server: ServerProcess, dir: string, env: Record<string, string>, word: string) {
  await writeNewsTitle(dir, word);
  const imported = await runSiteCommand(['import', 'source'], env);
  expect(imported.code, imported.output).toBe(0);
  await eventually(async () => expect((await getPage(server.port, host)).body).toContain(word), 10);
}

describe('the embedded database', () => {
  const signals: [string, NodeJS.Signals][] = [
    ['killed', 'SIGKILL'],
    ['stopped by hand', 'SIGINT'],
    ['stopped by hand without ado', 'SIGQUIT'],
  ];
  test.each(signals)('%s is started again, and everything is as before', async (_, signal) => {
    const { sitesDir, dataDir } = await createFolders();
    const dir = await writeEstate(sitesDir, 'source', 57);
    const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir };
    const server = await runServer({ env });
    await waitUntilOnline(server, host);
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

    process.kill(pid, signal);
    await eventually(async () => {
      const now = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
      expect(now).not.toBe(pid);
    });
    await readyIs(server, 200);
    expect((await getPage(server.port, host)).body).toContain(estateNameOf('source'));
    expect(JSON.parse((await waitForStatus(server.port, host, '/api/news', 200)).body).data.total).toBe(1);
    await hearsChanges(server, dir, env, 'De retour');
    await server.stop();
    expect(await server.ended).toBe(0);
  });
});

test('a database elsewhere that is away for a while: held pages are served, the rest is a 503 without detail, and it comes back by itself', async () => {
  const { sitesDir, dataDir } = await createFolders();
  const dir = await writeEstate(sitesDir, 'source', 57);
  const passage = await TcpProxy.start(database.url);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: passage.databaseUrl(database.url) };
  const server = await runServer({ env });
  await waitUntilOnline(server, host);

  await passage.cut();
  await readyIs(server, 503);
  expect((await getPage(server.port, 'any', '/healthz')).status).toBe(200);
  await servesWhatItHas(server);

  await passage.open();
  await readyIs(server, 200);
  await waitForStatus(server.port, host, '/nos-produits/nos-vins', 200);
  await hearsChanges(server, dir, env, 'De retour');
  expect(server.child.exitCode).toBeNull();
  await server.stop();
});
