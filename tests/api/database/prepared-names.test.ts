import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { maxPreparedPerConnection } from '#server/api/database/prepared-names.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { url } = await openTestDatabase();
const db = createDatabasePool({ connectionString: url }, { poolSize: 1 });
afterAll(() => db.$client.end());

const readPrepared = async () =>
  (await db.$client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );
const echo = (tx: SiteTx, column: number, value: number) =>
  tx.execute(sql`select ${value}::integer as ${sql.identifier(`c${column}`)}`).then(({ rows }) => rows);

test.each([
  ['reads', withSiteRead],
  ['transactions', withSiteTransaction],
] as const)('however many statements the %s of sites need, a connection keeps only the latest', async (_, run) => {
  const count = maxPreparedPerConnection + 100;
  for (let turn = 0; turn < 3; turn++)
    for (let column = 0; column < count; column++)
      expect(await run(db, 40, (tx) => echo(tx, column, turn))).toEqual([{ [`c${column}`]: turn }]);
  const prepared = await readPrepared();
  expect(prepared.length).toBeLessThanOrEqual(maxPreparedPerConnection);
  expect(prepared.some((text) => text.includes(`"c${count - 1}"`))).toBe(true);
  expect(prepared.some((text) => text.includes('"c0"'))).toBe(false);
});

test('a statement that is closed in a failed transaction is prepared anew', async () => {
  const columns = Array.from({ length: maxPreparedPerConnection + 1 }, (_, index) => index);
  const [victim = 0, ...others] = columns;
  for (let turn = 0; turn < 2; turn++) await withSiteTransaction(db, 40, (tx) => echo(tx, victim, 1));
  const failing = withSiteTransaction(db, 40, async (tx) => {
    const broken = tx.execute(sql`select 1 / ${0}::integer`);
    const rest = others.flatMap((column) => [echo(tx, column, 1), echo(tx, column, 2)]);
    await Promise.allSettled([broken, ...rest]);
    await broken;
  });
  await expect(failing).rejects.toThrow();
  for (const column of columns)
    expect(await withSiteTransaction(db, 40, (tx) => echo(tx, column, 7))).toEqual([{ [`c${column}`]: 7 }]);
  expect((await readPrepared()).length).toBeLessThanOrEqual(maxPreparedPerConnection);
});
