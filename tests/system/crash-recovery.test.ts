import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createFolders,
  estateNameOf,
  hostOf,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import {
  countLockWaiters,
  eventually,
  getPage,
  isRunning,
  openEmbeddedSession,
  runServer,
  runSiteCommand,
  spawnSiteCommand,
  waitForStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';

const host = hostOf('quai');

async function estateToKill() {
  const { sitesDir, dataDir } = await createFolders();
  const dir = await writeEstate(sitesDir, 'quai', 55);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir };
  const start = async () => {
    const server = await runServer({ env });
    await waitUntilOnline(server, host);
    return server;
  };
  const postmaster = async () => Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { sitesDir, dataDir, dir, env, start, postmaster };
}

/** Writes visits until the server is gone, and keeps the sources of those that it said it wrote. */
async function writeVisits(server: ServerProcess, round: string, acknowledged: string[]): Promise<void> {
  for (let count = 0; ; count++) {
    const source = `${round}-${count}`;
    // A visitor counts once a day: each of these is another's browser.
    const headers = { 'user-agent': source };
    const answer = await getPage(server.port, host, `/api/site/visit/${source}`, headers).catch(() => null);
    if (!answer) return;
    if (answer.status === 200) acknowledged.push(source);
  }
}

/** What of `acknowledged` the database does not have. */
async function lost(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const session = await openEmbeddedSession(dataDir);
  const { rows } = await session.query<{ source: string }>('select source from visits');
  await session.end();
  const kept = new Set(rows.map(({ source }) => source));
  return acknowledged.filter((source) => !kept.has(source));
}

test('killed again and again while visits are written, the server loses none that it acknowledged', async () => {
  const { dataDir, start, postmaster } = await estateToKill();
  const acknowledged: string[] = [];
  // A crash of the server alone leaves its database running; a power cut takes both.
  for (const cut of ['server', 'server', 'both', 'both']) {
    const server = await start();
    const pid = await postmaster();
    const before = acknowledged.length;
    const writers = ['a', 'b', 'c', 'd'].map((writer) => writeVisits(server, `${before}-${writer}`, acknowledged));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 60));
    await server.kill();
    if (cut === 'both') process.kill(pid, 'SIGKILL');
    await Promise.all(writers);
    await eventually(() => expect(isRunning(pid)).toBe(cut === 'server'));
  }
  const last = await start();
  expect(acknowledged.length).toBeGreaterThan(240);
  expect(await lost(dataDir, acknowledged)).toEqual([]);
  expect((await getPage(last.port, host)).body).toContain(estateNameOf('quai'));
  await last.stop();
});

test('the database that a killed server leaves behind is taken over by the next', async () => {
  const { start, postmaster, dataDir } = await estateToKill();
  const first = await start();
  const pid = await postmaster();
  await first.kill();
  expect(isRunning(pid)).toBe(true);
  const second = await start();
  expect(await postmaster()).toBe(pid);
  await second.stop();
  expect(isRunning(pid)).toBe(false);
  expect(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => 'none')).toBe('none');
});

test('of an import that is killed half-way nothing stays, and what was imported before does', async () => {
  const { dataDir, dir, env, start } = await estateToKill();
  const server = await start();
  await writeNewsTitle(dir, 'Un premier récit');
  expect((await runSiteCommand(['import', 'quai'], env)).code).toBe(0);
  await writeNewsTitle(dir, 'Un second récit');

  // Prices come late: by then other tables hold what the import wrote.
  const session = await openEmbeddedSession(dataDir);
  await session.query('begin; lock table price_history in access exclusive mode');
  const cli = spawnSiteCommand(['import', 'quai', '--overwrite'], env);
  await eventually(async () => expect(await countLockWaiters(session, 'price_history')).toBe(1));
  cli.child.kill('SIGKILL');
  await once(cli.child, 'close');
  await server.kill();
  await session.query('commit');

  const again = await start();
  const news = await getPage(again.port, host, '/api/news');
  expect(news.body).toContain('Un premier récit');
  expect(news.body).not.toContain('Un second récit');
  expect((await runSiteCommand(['import', 'quai'], env)).output).toContain('1 changed');
  await eventually(async () => expect((await getPage(again.port, host)).body).toContain('Un second récit'));
  await again.stop();
});

test('of a new site whose first import is killed half-way nothing stays, and the next start imports it whole', async () => {
  const { dataDir, sitesDir, start } = await estateToKill();
  const server = await start();
  const session = await openEmbeddedSession(dataDir);
  await session.query('begin; lock table price_history in access exclusive mode');
  await writeEstate(sitesDir, 'rive', 56);
  await waitForStatus(server.port, hostOf('rive'), '/', 503);
  await eventually(async () => expect(await countLockWaiters(session, 'price_history')).toBe(1));
  await server.kill();
  await session.query('commit');
  await eventually(async () => expect(await countRows(session, 56)).toEqual({}));
  await session.end();

  const again = await start();
  expect((await waitForStatus(again.port, hostOf('rive'), '/', 200)).body).toContain(estateNameOf('rive'));
  expect(JSON.parse((await getPage(again.port, hostOf('rive'), '/api/product')).body).data.total).toBe(3);
  await again.stop();
});

/** Table → rows of the site, where there are any. */
async function countRows(session: Awaited<ReturnType<typeof openEmbeddedSession>>, siteId: number) {
  const tables = await session.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'site_id' and table_schema = 'public'`,
  );
  expect(tables.rows.length).toBeGreaterThan(20);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await session.query<{ count: number }>(
      `select count(*)::integer as count from ${name} where site_id = $1`,
      [siteId],
    );
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  const { rowCount } = await session.query('select from sites where id = $1', [siteId]);
  return rowCount ? { ...counts, sites: rowCount } : counts;
}
