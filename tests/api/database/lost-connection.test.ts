import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { url } = await openTestDatabase();
const db = createDatabasePool({ connectionString: url }, { poolSize: 1 });
afterAll(() => db.$client.end());

const selectOne = () =>
  withSiteTransaction(db, 40, (tx) => tx.execute<{ one: number }>(sql`select 1 as one`)).then(({ rows }) => rows);
const backendPid = async () => (await db.$client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

test('the pool replaces a connection that is lost before the first statement of a transaction', async () => {
  expect(await selectOne()).toEqual([{ one: 1 }]);
  const before = await backendPid();
  // Simulates a killed database: the connection breaks after the pool has handed it out and before the pool notices.
  db.$client.once('acquire', (client) => {
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  });
  await expect(selectOne()).rejects.toThrow();
  expect(await selectOne()).toEqual([{ one: 1 }]);
  expect(await backendPid()).not.toBe(before);
});

test('the pool replaces a connection that is lost during a transaction', async () => {
  const lost = withSiteTransaction(db, 40, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(lost).rejects.toThrow();
  expect(await selectOne()).toEqual([{ one: 1 }]);
});

test('the pool reuses a connection after a failed statement', async () => {
  const before = await backendPid();
  await expect(withSiteTransaction(db, 40, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
  expect(await selectOne()).toEqual([{ one: 1 }]);
  expect(await backendPid()).toBe(before);
});
