import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { pages } from '#server/api/site/site-tables.ts';
import { dataDirInUse } from '#server/embedded-postgres/acquire-embedded-postgres-session.ts';
import { postgresSuperuser } from '#server/embedded-postgres/cluster.ts';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';

const holdDatabaseScript = new URL('../support/servers/hold-database.ts', import.meta.url);
const isRoot = process.getuid?.() === 0;
const nobodyUid = 65_534;
let dataDir: string;
const processes: ChildProcess[] = [];
const openDatabases: OpenedDatabase[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cuvee-test-'));
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const database of openDatabases.splice(0)) await database.close();
  // Stops a PostgreSQL that a killed process has left running, by opening and closing the database as its last user.
  if (await isPostgresRunning())
    await (await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'command', isDurable: false })).close();
  await rm(dataDir, { recursive: true, force: true });
});

async function openHere(tenant: 'server' | 'command' = 'server'): Promise<OpenedDatabase> {
  const database = await openDatabase(
    { databaseUrl: null, dataDir },
    { clientKind: tenant, isDurable: false, onError: () => {} },
  );
  openDatabases.push(database);
  return database;
}

interface DatabaseProcess {
  child: ChildProcess;
  stderr: () => string;
}

function startProcess(
  tenant: 'server' | 'command' = 'server',
  user: { uid?: number; gid?: number } = {},
): DatabaseProcess {
  const child = fork(holdDatabaseScript, [dataDir, tenant], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], ...user });
  processes.push(child);
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  return { child, stderr: () => text };
}

/** Waits until the process has opened the database. */
async function waitUntilOpen({ child, stderr }: DatabaseProcess): Promise<void> {
  await Promise.race([
    once(child, 'message'),
    once(child, 'close').then(([code]) => Promise.reject(new Error(`the process ended with ${code}: ${stderr()}`))),
  ]);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.send('stop');
  expect((await ended)[0]).toBe(0);
}

const postmasterPid = async (): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

const isPostgresRunning = (): Promise<boolean> =>
  postmasterPid().then(
    () => true,
    () => false,
  );

test('the embedded database listens on a Unix socket only, and stops with its last user', async () => {
  const database = await openHere();
  const { rows } = await database.db.$client.query<{ setting: string }>('show listen_addresses');
  expect(rows).toEqual([{ listen_addresses: '' }]);
  await openDatabases.pop()?.close();
  expect(await isPostgresRunning()).toBe(false);
});

test('the embedded database uses fsync and synchronous_commit in production', async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'server' });
  openDatabases.push(database);
  const { rows } = await database.db.$client.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  expect(rows).toEqual([{ fsync: 'on', commit: 'on' }]);
});

test('the embedded database keeps committed data after a restart', async () => {
  await (await openHere()).db.$client.query('create table persisted (value text); insert into persisted values (1)');
  await openDatabases.pop()?.close();
  expect((await (await openHere()).db.$client.query('select * from persisted')).rowCount).toBe(1);
});

test('the server connects as an owner that is no superuser, also to data that an older version created as superuser', async () => {
  const older = await openEmbeddedPostgresAsSuperuser(dataDir, { clientKind: 'server', isDurable: false });
  const superuser = createDatabasePool(older.connection);
  await migrate(superuser, prepareJobTables);
  await insertSite(superuser, 40);
  await superuser.$client.end();
  await older.close();

  for (let start = 0; start < 2; start++) {
    const { db } = await openHere();
    const { rows } = await db.$client.query(
      `select rolsuper, rolbypassrls,
              (select count(*)::integer from pg_class c where c.relowner <> r.oid
                and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace, 'drizzle'::regnamespace)
              ) as others
         from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, others: 0 }]);
    expect(await withSiteTransaction(db, 40, (tx) => tx.select().from(pages))).toEqual([]);
    await openDatabases.pop()?.close();
  }
});

describe('second server on the same data folder', () => {
  test('exits with its own code and a message that explains what to do', async () => {
    await openHere();
    const second = startProcess();
    const [code] = await once(second.child, 'close');
    expect(code).toBe(dataDirInUse);
    expect(second.stderr()).toContain(`Another Cuvée server is running on ${dataDir}`);
  });

  test('exits when both start at the same time', async () => {
    const both = [startProcess(), startProcess()];
    const ends = await Promise.all(
      both.map(({ child }) =>
        Promise.race([once(child, 'message').then(() => 'open'), once(child, 'close').then(([code]) => code)]),
      ),
    );
    expect(ends.sort()).toEqual([dataDirInUse, 'open'].sort());
  });
});

describe('start after a killed server', () => {
  test('takes over the running PostgreSQL', async () => {
    const first = startProcess();
    await waitUntilOpen(first);
    const pid = await postmasterPid();
    const ended = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await ended;
    await openHere();
    expect(await postmasterPid()).toBe(pid);
  });

  test('recovers when PostgreSQL was killed, too', async () => {
    const first = startProcess();
    await waitUntilOpen(first);
    const ended = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    process.kill(await postmasterPid(), 'SIGKILL');
    await ended;
    expect((await (await openHere()).db.$client.query('select 1')).rowCount).toBe(1);
  });
});

test('a running server restarts a killed PostgreSQL', async () => {
  const { db } = await openHere();
  process.kill(await postmasterPid(), 'SIGKILL');
  await expect
    .poll(
      () =>
        db.$client.query('select 1').then(
          () => 'reachable',
          () => 'unreachable',
        ),
      { timeout: 15_000 },
    )
    .toBe('reachable');
});

describe('command', () => {
  test('works beside a server and leaves PostgreSQL running', async () => {
    await openHere();
    const command = startProcess('command');
    await waitUntilOpen(command);
    await stop(command.child);
    expect(await isPostgresRunning()).toBe(true);
  });

  test('starts and stops PostgreSQL when no server is running', async () => {
    const command = startProcess('command');
    await waitUntilOpen(command);
    await stop(command.child);
    expect(await isPostgresRunning()).toBe(false);
  });

  test('keeps PostgreSQL running when the server stops, and stops it at its own end', async () => {
    const server = startProcess();
    await waitUntilOpen(server);
    const command = startProcess('command');
    await waitUntilOpen(command);
    await stop(server.child);
    expect(await isPostgresRunning()).toBe(true);
    await stop(command.child);
    expect(await isPostgresRunning()).toBe(false);
  });
});

describe('operating system user', () => {
  test('an unprivileged user can start the database', async () => {
    await chmod(dataDir, 0o700);
    if (isRoot) await chown(dataDir, nobodyUid, nobodyUid);
    const started = startProcess('server', isRoot ? { uid: nobodyUid, gid: nobodyUid } : {});
    await waitUntilOpen(started);
    await stop(started.child);
  });

  test.runIf(isRoot)('root keeps the owner of a data folder', async () => {
    await chown(dataDir, nobodyUid, nobodyUid);
    await openHere('command');
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobodyUid);
  });

  test.runIf(isRoot)('root can use a data folder with mode 700', async () => {
    await chmod(dataDir, 0o700);
    const { db } = await openHere();
    expect((await db.$client.query('select current_user as user')).rows).toEqual([{ user: 'cuvee_owner' }]);
  });

  test.runIf(isRoot)(
    'a user without a name can start the database or gets a message that names DATABASE_URL',
    async () => {
      await chown(dataDir, 12_345, 12_345);
      const started = startProcess('server', { uid: 12_345, gid: 12_345 });
      const errorMessage = await waitUntilOpen(started).then(
        () => null,
        (error: Error) => error.message,
      );
      if (errorMessage === null) await stop(started.child);
      else expect(errorMessage).toContain('DATABASE_URL');
      // The data folder is emptied here, because the cleanup as root cannot open the database of a user without a name.
      await rm(dataDir, { recursive: true });
      await mkdir(dataDir);
    },
  );
});

async function queryAsSuperuser(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, user: postgresSuperuser });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test('the server refuses to start with a role that bypasses row-level security', async () => {
  const { connection } = await openHere();
  await queryAsSuperuser(connection, 'alter role cuvee_app bypassrls');
  const url = `postgres://cuvee@localhost/cuvee?host=${encodeURIComponent(connection.host ?? '')}`;
  const start = openDatabase({ databaseUrl: url, dataDir }, { clientKind: 'server' });
  await expect(start).rejects.toThrow('could read every site');
  await queryAsSuperuser(connection, 'alter role cuvee_app nobypassrls');
});

test('the server migrates and uses a database whose owner is no superuser', async () => {
  const { connection } = await openHere();
  await queryAsSuperuser(connection, 'drop owned by cuvee_app');
  await queryAsSuperuser(connection, 'drop role cuvee_app');
  await queryAsSuperuser(connection, 'create role owner login createrole nosuperuser');
  await queryAsSuperuser(connection, 'create database plain owner owner');
  const databaseUrl = `postgres://owner@localhost/plain?host=${encodeURIComponent(connection.host ?? '')}`;
  const plain = await openDatabase({ databaseUrl, dataDir }, { clientKind: 'server', onError: () => {} });
  await insertSite(plain.db, 40);
  expect(await withSiteTransaction(plain.db, 41, (tx) => tx.select().from(pages))).toEqual([]);
  expect((await plain.db.$client.query('select * from parameters')).rows).toEqual([]);
  await plain.close();
});

test('the server reports a database that does not respond', async () => {
  const start = openDatabase(
    { databaseUrl: `postgres://x@localhost/x?host=${dataDir}`, dataDir },
    { clientKind: 'server' },
  );
  await expect(start).rejects.toThrow('Cannot connect to PostgreSQL');
});
