import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { runSql, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { url } = await openTestDatabase();
const db = createDatabasePool({ connectionString: url }, { poolSize: 1 });

beforeAll(async () => {
  await db.execute(sql`
    create table notes_of_sites (site_id integer not null default current_setting('app.site_id')::integer, id integer primary key);
    insert into notes_of_sites values (40, 1), (41, 2);
    alter table notes_of_sites enable row level security;
    create policy own on notes_of_sites using (site_id = current_setting('app.site_id')::integer);
    grant select, insert, update, delete on notes_of_sites to cuvee_app`);
});
afterAll(() => db.$client.end());

const readIds = async () =>
  (await db.$client.query<{ id: number }>('select id from notes_of_sites order by id')).rows.map(({ id }) => id);

test('a first statement that is not waited for runs within the transaction of its site', async () => {
  await withSiteTransaction(db, 40, async (tx) => {
    void runSql(tx, 'delete from notes_of_sites where id = any($1)', [[1, 2]]);
  });
  expect(await readIds()).toEqual([2]);
  const failing = withSiteTransaction(db, 41, async (tx) => {
    runSql(tx, 'delete from notes_of_sites', []).catch(() => {});
    throw new Error('failed at once');
  });
  await expect(failing).rejects.toThrow('failed at once');
  expect(await readIds()).toEqual([2]);
});

test('the failure of a statement that is not waited for fails the transaction', async () => {
  const failing = withSiteTransaction(db, 41, async (tx) => {
    await runSql(tx, 'insert into notes_of_sites (id) values ($1)', [7]);
    runSql(tx, 'insert into notes_of_sites (id) values ($1)', [2]).catch(() => {});
    return 'done';
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await readIds()).toEqual([2]);
  expect(await withSiteTransaction(db, 41, async (tx) => (await runSql(tx, 'select 1 as one', [])).rows)).toEqual([
    { one: 1 },
  ]);
});
