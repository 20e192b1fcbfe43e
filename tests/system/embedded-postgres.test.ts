import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Database, openDatabase } from '#server/api/open-database.ts';
import { pages } from '#server/api/site/site-tables.ts';
import { dataDirInUseExitCode } from '#server/embedded-postgres/embedded-postgres.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';

const holder = new URL('../support/servers/hold-database.ts', import.meta.url);
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
let dataDir: string;
const processes: ChildProcess[] = [];
const open: Database[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cuvee-test-'));
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const database of open.splice(0)) await database.close();
  // An orphan of a killed process goes with whoever comes and leaves last.
  if (await running())
    await (await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'command', isDurable: false })).close();
  await rm(dataDir, { recursive: true, force: true });
});

async function openHere(tenant: 'server' | 'command' = 'server'): Promise<Database> {
  const database = await openDatabase(
    { databaseUrl: null, dataDir },
    { clientKind: tenant, isDurable: false, onError: () => {} },
  );
  open.push(database);
  return database;
}

interface Held {
  child: ChildProcess;
  /** What it wrote to its standard error, at its end. */
  said: () => string;
}

function hold(tenant: 'server' | 'command' = 'server', as: { uid?: number; gid?: number } = {}): Held {
  const child = fork(holder, [dataDir, tenant], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], ...as });
  processes.push(child);
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  return { child, said: () => text };
}

/** Resolves when it has opened the database; rejects when it ends before. */
async function opened({ child, said }: Held): Promise<void> {
  await Promise.race([
    once(child, 'message'),
    once(child, 'close').then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${said()}`))),
  ]);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.send('stop');
  expect((await ended)[0]).toBe(0);
}

const postmaster = async (): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

const running = (): Promise<boolean> =>
  postmaster().then(
    () => true,
    () => false,
  );

test('it listens on a socket alone, and stops with the last who used it', async () => {
  const database = await openHere();
  const { rows } = await database.db.$client.query<{ setting: string }>('show listen_addresses');
  expect(rows).toEqual([{ listen_addresses: '' }]);
  await open.pop()?.close();
  expect(await running()).toBe(false);
});

test('in production every commit waits for the disk', async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'server' });
  open.push(database);
  const { rows } = await database.db.$client.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  expect(rows).toEqual([{ fsync: 'on', commit: 'on' }]);
});

test('what is committed is there after a restart', async () => {
  await (await openHere()).db.$client.query('create table kept (word text); insert into kept values (1)');
  await open.pop()?.close();
  expect((await (await openHere()).db.$client.query('select * from kept')).rowCount).toBe(1);
});

describe('a second server on the same data folder', () => {
  test('stops with a message that says what to do, and an exit code of its own', async () => {
    await openHere();
    const second = hold();
    const [code] = await once(second.child, 'close');
    expect(code).toBe(dataDirInUseExitCode);
    expect(second.said()).toContain(`Another Cuvée server is running on ${dataDir}`);
  });

  test('that starts at the same moment: one of them serves, the other stops', async () => {
    const both = [hold(), hold()];
    const ends = await Promise.all(
      both.map((held) =>
        Promise.race([
          once(held.child, 'message').then(() => 'open'),
          once(held.child, 'close').then(([code]) => code),
        ]),
      ),
    );
    expect(ends.sort()).toEqual([dataDirInUseExitCode, 'open'].sort());
  });
});

describe('after a server was killed', () => {
  test('the PostgreSQL that it left is taken over', async () => {
    const first = hold();
    await opened(first);
    const pid = await postmaster();
    const ended = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await ended;
    await openHere();
    expect(await postmaster()).toBe(pid);
  });

  test('and its PostgreSQL with it, the next start recovers', async () => {
    const first = hold();
    await opened(first);
    const ended = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    process.kill(await postmaster(), 'SIGKILL');
    await ended;
    expect((await (await openHere()).db.$client.query('select 1')).rowCount).toBe(1);
  });
});

test('a running server has its PostgreSQL back when that was killed', async () => {
  const { db } = await openHere();
  process.kill(await postmaster(), 'SIGKILL');
  await expect
    .poll(
      () =>
        db.$client.query('select 1').then(
          () => 'answers',
          () => 'silent',
        ),
      { timeout: 15_000 },
    )
    .toBe('answers');
});

describe('a command', () => {
  test('works beside a server and leaves PostgreSQL running', async () => {
    await openHere();
    const command = hold('command');
    await opened(command);
    await stop(command.child);
    expect(await running()).toBe(true);
  });

  test('without a server starts PostgreSQL and stops it', async () => {
    const command = hold('command');
    await opened(command);
    await stop(command.child);
    expect(await running()).toBe(false);
  });

  test('at work keeps PostgreSQL when the server stops, and stops it itself', async () => {
    const server = hold();
    await opened(server);
    const command = hold('command');
    await opened(command);
    await stop(server.child);
    expect(await running()).toBe(true);
    await stop(command.child);
    expect(await running()).toBe(false);
  });
});

describe('who starts it', () => {
  test('an ordinary user needs nothing', async () => {
    await chmod(dataDir, 0o700);
    if (isRoot) await chown(dataDir, nobody, nobody);
    const held = hold('server', isRoot ? { uid: nobody, gid: nobody } : {});
    await opened(held);
    await stop(held.child);
  });

  test.runIf(isRoot)('a folder that an ordinary user made is still that user’s under root', async () => {
    await chown(dataDir, nobody, nobody);
    await openHere('command');
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody);
  });

  test.runIf(isRoot)('root needs no folder that others may enter', async () => {
    await chmod(dataDir, 0o700);
    const { db } = await openHere();
    expect((await db.$client.query('select current_user as user')).rows).toEqual([{ user: 'cuvee' }]);
  });

  test.runIf(isRoot)('a user without a name is helped, or told what to do', async () => {
    await chown(dataDir, 12_345, 12_345);
    const held = hold('server', { uid: 12_345, gid: 12_345 });
    const problem = await opened(held).then(
      () => null,
      (error: Error) => error.message,
    );
    if (problem === null) await stop(held.child);
    else expect(problem).toContain('DATABASE_URL');
    // Root would be no wiser with that user's folder.
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir);
  });
});

test('a role that could read every site stops the start', async () => {
  const { db, connection } = await openHere();
  await db.$client.query('alter role cuvee_app bypassrls');
  const url = `postgres://cuvee@localhost/cuvee?host=${encodeURIComponent(connection.host ?? '')}`;
  const start = openDatabase({ databaseUrl: url, dataDir }, { clientKind: 'server' });
  await expect(start).rejects.toThrow('could read every site');
  await db.$client.query('alter role cuvee_app nobypassrls');
});

test('a database whose owner is no superuser can be prepared and used', async () => {
  const { db, connection } = await openHere();
  await db.$client.query('drop owned by cuvee_app');
  await db.$client.query('drop role cuvee_app');
  await db.$client.query('create role owner login createrole nosuperuser');
  await db.$client.query('create database plain owner owner');
  const databaseUrl = `postgres://owner@localhost/plain?host=${encodeURIComponent(connection.host ?? '')}`;
  const plain = await openDatabase({ databaseUrl, dataDir }, { clientKind: 'server', onError: () => {} });
  await insertSite(plain.db, 40);
  expect(await withSiteTransaction(plain.db, 41, (tx) => tx.select().from(pages))).toEqual([]);
  expect((await plain.db.$client.query('select * from parameters')).rows).toEqual([]);
  await plain.close();
});

test('an address where nobody answers is said so', async () => {
  const start = openDatabase(
    { databaseUrl: `postgres://x@localhost/x?host=${dataDir}`, dataDir },
    { clientKind: 'server' },
  );
  await expect(start).rejects.toThrow('PostgreSQL does not answer');
});
