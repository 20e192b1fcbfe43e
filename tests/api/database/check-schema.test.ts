import { expect, test } from 'vitest';
import { createSchemaDriftFinder } from '#server/api/database/schema-check.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const open = (databaseUrl: string, migrates = true) =>
  openDatabase({ databaseUrl, dataDir: '' }, { clientKind: 'command', poolSize: 2, migrates });

test('a start refuses a database that a newer version has migrated, and changes nothing', async () => {
  const { db, url } = await openTestDatabase();
  const future = Date.UTC(2099, 0, 1);
  await db.$client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', $1)`, [future]);
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
  const findDrift = createSchemaDriftFinder(db.$client, () => now);
  expect(await findDrift()).toBe('');
  await db.$client.query('alter table products rename column reference to old_reference');
  now += 30_000;
  expect(await findDrift(), 'within the minute').toBe('');
  now += 30_000;
  expect(await findDrift()).toContain('products.reference');
  await db.$client.query('alter table products rename column old_reference to reference');
  const future = Date.UTC(2099, 0, 1);
  await db.$client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', $1)`, [future]);
  now += 60_000;
  expect(await findDrift()).toContain('newer version of Cuvée');
  await db.$client.query('delete from drizzle.__drizzle_migrations where created_at = $1', [future]);
  now += 60_000;
  expect(await findDrift()).toBe('');
});
