import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createPreparedServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import {
  countLockWaiters,
  fetchPage,
  isRunning,
  openEmbeddedDatabaseSession,
  retryUntilPasses,
  runServer,
  runSiteCommand,
  spawnSiteCommand,
  waitForPageStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';

const host = getEstateHostOfFolder('quai');
const userAgent = 'visitor';

async function setUpEstate(settings: Record<string, string> = {}) {
  const { sitesDir, dataDir } = await createPreparedServerFolders();
  const dir = await writeEstate(sitesDir, 'quai', 55);
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, ...settings };
  const start = async () => {
    const server = await runServer({ env });
    await waitUntilOnline(server, host);
    return server;
  };
  const postmasterPid = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { sitesDir, dataDir, dir, env, start, postmasterPid };
}

/** Reports visits until the server stops responding, and collects the client addresses of the acknowledged visits. */
async function writeVisits(server: ServerProcess, nextVisitor: () => string, acknowledged: string[]): Promise<void> {
  for (;;) {
    // Each visit comes from another address, because only a limited number per address and day is counted.
    const visitor = nextVisitor();
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': visitor };
    const response = await fetchPage(server.port, host, '/api/site/visit/lettre', headers).catch(() => null);
    if (!response) return;
    if (response.status === 200) acknowledged.push(visitor);
  }
}

function createVisitors(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `198.18.${count >> 8}.${count & 255}`;
  };
}

/** Returns the acknowledged visits that the database does not contain. */
async function findLostVisits(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const session = await openEmbeddedDatabaseSession(dataDir);
  const { rows } = await session.query<{ visitor: string }>('select visitor from visits');
  const { rows: salts } = await session.query<{ salt: string }>('select salt from visit_salts');
  await session.end();
  const stored = new Set(rows.map(({ visitor }) => visitor));
  const hashesOf = (visitor: string) =>
    salts.map(({ salt }) => createHash('sha256').update(`${salt}\n${visitor}`).digest('base64url'));
  return acknowledged.filter((visitor) => !hashesOf(visitor).some((hash) => stored.has(hash)));
}

test('a repeatedly killed server loses no acknowledged visit', async () => {
  const { dataDir, start, postmasterPid } = await setUpEstate({ TRUST_PROXY: '127.0.0.1' });
  const acknowledged: string[] = [];
  const nextVisitor = createVisitors();
  // A crash of the server leaves its database running; a power failure ends server and database.
  for (const crash of ['server', 'server', 'both', 'both']) {
    const server = await start();
    const pid = await postmasterPid();
    const before = acknowledged.length;
    const writers = Array.from({ length: 4 }, () => writeVisits(server, nextVisitor, acknowledged));
    await retryUntilPasses(() => expect(acknowledged.length).toBeGreaterThan(before + 60));
    await server.kill();
    if (crash === 'both') process.kill(pid, 'SIGKILL');
    await Promise.all(writers);
    await retryUntilPasses(() => expect(isRunning(pid)).toBe(crash === 'server'));
  }
  const last = await start();
  expect(acknowledged.length).toBeGreaterThan(240);
  expect(await findLostVisits(dataDir, acknowledged)).toEqual([]);
  expect((await fetchPage(last.port, host)).body).toContain(getEstateNameOfFolder('quai'));
  await last.stop();
});

test('the next server takes over the database of a killed one', async () => {
  const { start, postmasterPid, dataDir } = await setUpEstate();
  const first = await start();
  const pid = await postmasterPid();
  await first.kill();
  expect(isRunning(pid)).toBe(true);
  const second = await start();
  expect(await postmasterPid()).toBe(pid);
  await second.stop();
  expect(isRunning(pid)).toBe(false);
  expect(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => 'none')).toBe('none');
});

test('a killed import leaves the previous content unchanged', async () => {
  const { dataDir, dir, env, start } = await setUpEstate();
  const server = await start();
  await writeNewsTitle(dir, 'Un premier récit');
  expect((await runSiteCommand(['import', 'quai'], env)).code).toBe(0);
  await writeNewsTitle(dir, 'Un second récit');

  // The lock stops the import within its transaction, after it has written the news.
  const session = await openEmbeddedDatabaseSession(dataDir);
  await session.query('begin; lock table demonstration_reviews in access exclusive mode');
  const cli = spawnSiteCommand(['import', 'quai', '--overwrite'], env);
  await retryUntilPasses(async () => expect(await countLockWaiters(session, 'demonstration_reviews')).toBe(1));
  cli.child.kill('SIGKILL');
  await once(cli.child, 'close');
  await server.kill();
  await session.query('commit');

  const restarted = await start();
  const news = await fetchPage(restarted.port, host, '/api/news');
  expect(news.body).toContain('Un premier récit');
  expect(news.body).not.toContain('Un second récit');
  expect((await runSiteCommand(['import', 'quai'], env)).output).toContain('1 changed');
  await retryUntilPasses(async () => expect((await fetchPage(restarted.port, host)).body).toContain('Un second récit'));
  await restarted.stop();
});

test('a killed first import leaves no rows, and the next start imports the site', async () => {
  const { dataDir, sitesDir, start } = await setUpEstate();
  const server = await start();
  const session = await openEmbeddedDatabaseSession(dataDir);
  await session.query('begin; lock table price_history in access exclusive mode');
  await writeEstate(sitesDir, 'rive', 56);
  await waitForPageStatus(server.port, getEstateHostOfFolder('rive'), '/', 503);
  await retryUntilPasses(async () => expect(await countLockWaiters(session, 'price_history')).toBe(1));
  await server.kill();
  await session.query('commit');
  await retryUntilPasses(async () => expect(await countRows(session, 56)).toEqual({}));
  await session.end();

  const restarted = await start();
  expect((await waitForPageStatus(restarted.port, getEstateHostOfFolder('rive'), '/', 200)).body).toContain(
    getEstateNameOfFolder('rive'),
  );
  expect(
    JSON.parse((await fetchPage(restarted.port, getEstateHostOfFolder('rive'), '/api/product')).body).data.total,
  ).toBe(3);
  await restarted.stop();
});

/** Returns the number of rows by table, without empty tables. */
async function countRows(session: Awaited<ReturnType<typeof openEmbeddedDatabaseSession>>, siteId: number) {
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
