import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { url } = await openTestDatabase();
const db = createDatabasePool({ connectionString: url }, { poolSize: 1 });
const notes = pgTable('notes_of_sites', { siteId: integer(), id: integer().primaryKey(), note: text() });

beforeAll(async () => {
  await db.execute(sql`
    create type mood as enum ('calm', 'gay');
    create table notes_of_sites (site_id integer not null default current_setting('app.site_id')::integer, id integer primary key, note text);
    insert into notes_of_sites values (40, 1, 'a'), (40, 2, null), (41, 3, 'of another site');
    alter table notes_of_sites enable row level security;
    create policy own on notes_of_sites using (site_id = current_setting('app.site_id')::integer);
    grant select, insert on notes_of_sites to cuvee_app`);
});
afterAll(() => db.$client.end());

/** Returns the statements that connections send from now on, with the names under which they are prepared. */
function watchStatements() {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  return () =>
    query.mock.calls.map(([config]) =>
      typeof config === 'string' ? config : String((config as { text?: string }).text),
    );
}

const readNotes = (tx: SiteTx) => tx.select({ id: notes.id, note: notes.note }).from(notes).orderBy(notes.id);
const ofSite40 = [
  { id: 1, note: 'a' },
  { id: 2, note: null },
];

test('statements that are issued together travel as one and return what each returns alone', async () => {
  const read = (tx: SiteTx) =>
    Promise.all([
      readNotes(tx),
      tx.execute(
        sql`select n.id, m.id, m.note from notes_of_sites n join notes_of_sites m on m.id >= n.id order by n.id, m.id`,
      ),
      tx.execute(sql`
        select 9007199254740993::int8 as big, 12.50::numeric as price, 'NaN'::float8 as none, 1.5::float4 as half,
               true as yes, 'x'::bytea as bytes, '2026-02-03'::date as day, '2026-02-03 04:05:06.7+00'::timestamptz as at,
               array['a','b"c'] as words, array[1,2] as ids, '{"a": [1, null]}'::jsonb as object, 'null'::jsonb as nothing,
               'gay'::mood as mood, '00000000-0000-0000-0000-00000000000a'::uuid as uuid, interval '1 day' as span,
               null::text as missing, 'L’été “fini” \\ "x" é' as text, ${'$1 $2'}::text as sent`),
      tx.execute(sql`select ${3}::int as three, ${'x'}::text as x where ${false}::boolean`),
      tx.execute(sql`select count(*) from notes_of_sites where id = any(${sql.param([1, 3])}::integer[]);`),
    ]);
  const alone = await withSiteRead(db, 40, async (tx) => {
    const results: unknown[] = [];
    for (const one of [0, 1, 2, 3, 4]) results.push((await read(tx))[one]);
    return results;
  });
  const statements = watchStatements();
  const together = await withSiteRead(db, 40, read);
  expect(statements()).toHaveLength(3);
  const rowsOf = (results: unknown[]) =>
    results.map((result) => (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows));
  expect(rowsOf(together)).toEqual(rowsOf(alone));
  const single = await withSiteTransaction(db, 40, async (tx) => [
    await readNotes(tx),
    ...(await Promise.all((await read(tx)).slice(1))),
  ]);
  expect(rowsOf(together)).toEqual(rowsOf(single));
  expect(together[0]).toEqual(ofSite40);
});

test('equal statements with equal values are sent once', async () => {
  await withSiteRead(db, 40, readNotes);
  const statements = watchStatements();
  const [first, second] = await withSiteRead(db, 40, (tx) => Promise.all([readNotes(tx), readNotes(tx)]));
  expect(first).toEqual(ofSite40);
  expect(second).toEqual(ofSite40);
  expect(statements().filter((text) => text.includes('notes_of_sites'))).toHaveLength(1);
  expect(statements().join('').split('from "notes_of_sites"')).toHaveLength(2);
});

test('a read cannot change anything', async () => {
  const write = withSiteRead(db, 40, (tx) => tx.insert(notes).values({ id: 9 }));
  await expect(write).rejects.toMatchObject({ cause: { code: '25006' } });
  expect(await withSiteRead(db, 40, readNotes)).toEqual(ofSite40);
});

test.each([
  ['read', withSiteRead],
  ['transaction', withSiteTransaction],
] as const)('what still runs after the end of a %s never reads another site', async (_, run) => {
  const late = Promise.withResolvers<unknown>();
  const failing = run(db, 40, async (tx) => {
    void (async () => {
      await readNotes(tx);
      // The pool has one connection, which belongs to the other site by now.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return readNotes(tx);
    })().then(late.resolve, late.reject);
    throw new Error('failed early');
  });
  await expect(failing).rejects.toThrow('failed early');
  const other = run(db, 41, async (tx) => {
    await expect(late.promise).rejects.toMatchObject({ cause: { message: 'the transaction of site 40 has ended' } });
    return readNotes(tx);
  });
  expect(await other).toEqual([{ id: 3, note: 'of another site' }]);
});

test('a statement that is issued in the turn in which its read fails is answered for its own site', async () => {
  await withSiteRead(db, 40, readNotes);
  let issued: Promise<unknown> = Promise.resolve();
  const failing = withSiteRead(db, 40, (tx) => {
    issued = readNotes(tx).then((rows) => rows);
    return Promise.reject(new Error('failed at once'));
  });
  await expect(failing).rejects.toThrow('failed at once');
  expect(await withSiteRead(db, 41, readNotes)).toEqual([{ id: 3, note: 'of another site' }]);
  expect(await issued).toEqual(ofSite40);
});

test('all statements of a read that fails report the cause', async () => {
  const [first, second] = await withSiteRead(db, 40, async (tx) =>
    Promise.allSettled([
      tx.execute(sql`select * from missing_table`),
      tx.execute(sql`select ${'never sent before'}::text as x`),
    ]),
  );
  expect(first).toMatchObject({ status: 'rejected', reason: { cause: { code: '42P01' } } });
  expect(second).toMatchObject({ status: 'rejected', reason: { cause: { code: '42P01' } } });
});

test('a read that cannot begin returns nothing', async () => {
  const client = await db.$client.connect();
  client.release();
  const query = client.query.bind(client);
  onTestFinished(() => {
    client.query = query;
  });
  client.query = ((config: unknown, ...rest: unknown[]) =>
    (query as (...args: unknown[]) => unknown)(
      String(config).startsWith('begin read only') ? 'select no_such_function()' : config,
      ...rest,
    )) as typeof client.query;
  await expect(withSiteRead(db, 40, (tx) => tx.execute(sql`select 1 as one`))).rejects.toMatchObject({
    cause: { code: '42883' },
  });
});

test('the same statement is planned once per connection', async () => {
  for (let run = 0; run < 4; run++) await withSiteRead(db, 40, readNotes);
  const { rows } = await db.$client.query<{ count: string }>(
    `select count(*) from pg_prepared_statements where statement like 'select "id", "note" from "notes_of_sites"%'`,
  );
  expect(rows[0]?.count).toBe('1');
});
