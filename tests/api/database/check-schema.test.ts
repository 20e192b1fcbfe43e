import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { readMigrationJournal } from '#server/api/database/applied-migrations.ts';
import type { Db } from '#server/api/database/connect.ts';
import { createSchemaCheck, schemaChangesChannel } from '#server/api/database/schema-check.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const future = Date.UTC(2099, 0, 1);

/** Records a migration of a newer version, which supports the versions that know the migration `oldestSupported`. */
async function applyFutureMigration(db: Db, oldestSupported: number): Promise<void> {
  await db.$client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', $1)`, [future]);
  await db.$client.query('update drizzle.schema_support set oldest_migration = $1', [oldestSupported]);
}

const apis = [await startTestApi(), await startTestApi()] as const;
await insertSite(apis[1].db, 40);
await mkdir(apis[1].filesDir, { recursive: true });

const open = (databaseUrl: string, migrates = true) =>
  openDatabase({ databaseUrl, dataDir: '' }, { clientKind: 'command', poolSize: 2, migrates });

test('a start refuses a database that a newer version has migrated, and changes nothing', async () => {
  const { db, url } = await openTestDatabase();
  await applyFutureMigration(db, future);
  await db.$client.query('drop function queue_job');
  await expect(open(url)).rejects.toMatchObject({
    exitCode: 65,
    message: expect.stringContaining('newer version of Cuvée (migrations of 2099-01-01)'),
  });
  const { rows } = await db.$client.query(`select from pg_proc where proname = 'queue_job'`);
  expect(rows).toHaveLength(0);
});

test('a start refuses a database with a missing column or table and names it', async () => {
  const { db, url } = await openTestDatabase();
  await db.$client.query('alter table products drop column reference; drop table visits cascade');
  const { message } = await open(url).then(
    () => new Error('opened'),
    (error: Error) => error,
  );
  expect(message).toContain('products.reference');
  expect(message).toContain('visits.');
});

test('a reading command does not migrate the database', async () => {
  const { db, url } = await openTestDatabase();
  await db.$client.query('drop function queue_job');
  await (await open(url, false)).close();
  const { rows } = await db.$client.query(`select from pg_proc where proname = 'queue_job'`);
  expect(rows).toHaveLength(0);
});

test('the readiness check notices drift while the server runs, and its end', async () => {
  const { db } = await openTestDatabase();
  let now = 0;
  const { findDrift } = createSchemaCheck(db.$client, () => now);
  expect(await findDrift()).toBe('');
  await db.$client.query('alter table products rename column reference to old_reference');
  now += 30_000;
  expect(await findDrift(), 'within the minute').toBe('');
  now += 30_000;
  expect(await findDrift()).toContain('products.reference');
  await db.$client.query('alter table products rename column old_reference to reference');
  await applyFutureMigration(db, future);
  now += 60_000;
  expect(await findDrift()).toContain('newer version of Cuvée');
  await db.$client.query('delete from drizzle.__drizzle_migrations where created_at = $1', [future]);
  now += 60_000;
  expect(await findDrift()).toBe('');
});

test('a start accepts a newer schema that supports this version, and changes nothing', async () => {
  const { db, url } = await openTestDatabase();
  const newestKnown = readMigrationJournal().entries.at(-1)?.when ?? 0;
  await applyFutureMigration(db, newestKnown);
  await db.$client.query('alter table products add column future text; drop function queue_job');
  await (await open(url)).close();
  const { rows } = await db.$client.query(`select from pg_proc where proname = 'queue_job'`);
  expect(rows).toHaveLength(0);
});

describe('a running API', () => {
  const isReady = async ({ app }: TestApi) => (await app.inject('/readyz')).statusCode === 200;

  test('stays ready after a migration that supports it, and is unready at once after one that does not', async () => {
    const { db } = apis[0];
    const announce = () => db.$client.query(`notify ${schemaChangesChannel}`);
    expect(await isReady(apis[0])).toBe(true);
    await applyFutureMigration(db, readMigrationJournal().entries.at(-1)?.when ?? 0);
    await announce();
    await sleep(300);
    expect(await isReady(apis[0])).toBe(true);
    await db.$client.query('update drizzle.schema_support set oldest_migration = $1', [future]);
    await announce();
    await vi.waitFor(async () => expect(await isReady(apis[0])).toBe(false), { timeout: 5_000 });
  });

  test('is unready as soon as a statement fails for lack of a table', async () => {
    expect(await isReady(apis[1])).toBe(true);
    await apis[1].db.$client.query('alter table products rename to former_products');
    expect(await isReady(apis[1]), 'within the minute').toBe(true);
    expect((await apis[1].call('/product', { lang: 'fr_FR' })).status).toBe(500);
    expect(await isReady(apis[1])).toBe(false);
  });
});
