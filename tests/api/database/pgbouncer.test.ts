import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { openSiteChangeFeed } from '#server/api/changes/open-site-change-feed.ts';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { startJobWorker } from '#server/api/jobs/start-worker.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { createLogger } from '#server/http/logger.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { ensurePgBouncer, startPgBouncer } from '#tests/support/servers/pgbouncer.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const program = ensurePgBouncer();
const database = await openTestDatabase();
await insertSite(database.db, 40);
const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '' }, { clientKind: 'server', poolSize: 4 });

describe.skipIf(program === null)('PgBouncer with its default settings', () => {
  test('in session mode serves an API whose statements and idle transactions keep their time limits', async () => {
    const url = await startPgBouncer(program ?? '', database.url, 'session');
    const { db, close } = await open(url);
    // All connections are opened, because each has its own limits.
    const clients = await Promise.all([1, 2, 3, 4].map(() => db.$client.connect()));
    for (const client of clients) {
      const { rows } = await client.query(`
        select current_setting('statement_timeout') as statement,
               current_setting('idle_in_transaction_session_timeout') as idle`);
      expect(rows).toEqual([{ statement: '15s', idle: '30s' }]);
      client.release();
    }
    await close();
  });

  test('in session mode passes on jobs and changes of sites', async () => {
    const url = await startPgBouncer(program ?? '', database.url, 'session');
    const { db, connection, close } = await open(url);
    const changes = await openSiteChangeFeed(connection);
    const changed = new Promise((resolve) => changes.subscribe(resolve));
    const done = Promise.withResolvers<string>();
    const worker = await startJobWorker(connection, {
      logger: createLogger('silent'),
      tasks: {
        'read-limit': async ({ db: jobs }) => {
          const { rows } = await jobs.$client.query(`select current_setting('statement_timeout') as "limit"`);
          done.resolve(rows[0].limit);
        },
      },
    });
    await withSiteTransaction(db, 40, async (tx) => {
      await notifySiteChanged(tx);
    });
    await db.$client.query(`select graphile_worker.add_job('read-limit', '{"site":40}')`);
    expect(await changed).toEqual({ site: 40, version: expect.any(String) });
    expect(await done.promise).toBe('15s');
    await worker.close();
    await changes.close();
    await close();
  });

  test.each(['transaction', 'statement'] as const)('in %s mode is refused at the start', async (mode) => {
    const url = await startPgBouncer(program ?? '', database.url, mode);
    await expect(open(url)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('pool_mode = session'),
    });
  });
});

test('a direct connection has the time limits that its pool names', async () => {
  const pool = createDatabasePool({ connectionString: database.url }, { statementTimeoutMs: 7_000, poolSize: 1 });
  const { rows } = await pool.$client.query(`select current_setting('statement_timeout') as "limit"`);
  await pool.$client.end();
  expect(rows).toEqual([{ limit: '7s' }]);
});

test('a wait for the migration lock names the session that holds it', { timeout: 40_000 }, async () => {
  const holder = await database.db.$client.connect();
  await holder.query(`set application_name = 'a held session'; select pg_advisory_lock(7302401)`);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waits: unknown[] = [];
  const opening = openDatabase(
    { databaseUrl: database.url, dataDir: '' },
    { clientKind: 'server', poolSize: 2, onLockWait: (wait) => waits.push(wait) },
  );
  await sleep(6_500);
  await holder.query('select pg_advisory_unlock(7302401)');
  holder.release(true);
  await (await opening).close();
  expect(waits).toEqual([{ lock: 'migration', seconds: 5, holderPid: rows[0]?.pid, holderName: 'a held session' }]);
});
