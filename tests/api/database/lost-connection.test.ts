import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openPool } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { url } = await openTestDatabase();
const db = openPool({ connectionString: url }, { poolSize: 1 });
afterAll(() => db.$client.end());

const ask = () =>
  withSiteTransaction(db, 40, (tx) => tx.execute<{ one: number }>(sql`select 1 as one`)).then(({ rows }) => rows);
const backend = async () => (await db.$client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

test('a connection that is lost before the first statement of a transaction does not keep its place in the pool', async () => {
  expect(await ask()).toEqual([{ one: 1 }]);
  const before = await backend();
  // As when the database is killed: the pool has not heard of it when it hands the connection out.
  db.$client.once('acquire', (client) => {
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  });
  await expect(ask()).rejects.toThrow();
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(await backend()).not.toBe(before);
});

test('nor does one that is lost in the middle', async () => {
  const lost = withSiteTransaction(db, 40, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(lost).rejects.toThrow();
  expect(await ask()).toEqual([{ one: 1 }]);
});

test('a refused statement leaves a connection that others can use', async () => {
  const before = await backend();
  await expect(withSiteTransaction(db, 40, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(await backend()).toBe(before);
});
