import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { externalApps } from '#server/api/site/site-tables.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

let db: Db;
let siteTables: string[];

beforeAll(async () => {
  ({ db } = await openTestDatabase());
  for (const id of [40, 41]) {
    await insertSite(db, id);
    await withSiteTransaction(db, id, (tx) => tx.insert(externalApps).values({ app: 'ANALYTICS', config: { of: id } }));
  }
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'site_id' order by 1`);
  siteTables = rows.map(({ name }) => name);
});

/** Runs `work` in the database role of a request, but without a site. */
const withoutSite = <T>(work: (tx: SiteTx) => Promise<T>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local role cuvee_app`);
    return work(tx as unknown as SiteTx);
  });

/** Returns the message of the database, whose error is the `cause` of the error that drizzle throws. */
const reason = (error: unknown) => String((error as Error).cause ?? error);

describe('the tables with a site column', () => {
  test('more than thirty tables have a site column', () => expect(siteTables.length).toBeGreaterThan(30));

  test('every table with a site column forces row-level security and has a policy', async () => {
    const { rows } = await db.execute<{ name: string; isGuarded: boolean }>(sql`
      select c.relname as name,
             c.relrowsecurity and c.relforcerowsecurity
               and exists (select from pg_policy p where p.polrelid = c.oid) as "isGuarded"
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
    expect(rows.filter(({ isGuarded }) => !isGuarded)).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(siteTables);
  });

  test('every table with a site column has it in its primary key', async () => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey))`);
    expect(rows).toEqual([]);
  });

  test('no table with a site column belongs to the role of requests', async () => {
    const { rows } = await db.execute(sql`
      select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = 'cuvee_app'`);
    expect(rows).toEqual([]);
  });
});

describe('a transaction without a site', () => {
  test('reads no rows', async () => {
    for (const table of siteTables)
      expect(await withoutSite((tx) => tx.execute(sql`select 1 from ${sql.identifier(table)}`))).toMatchObject({
        rows: [],
      });
  });

  test('cannot insert rows', async () => {
    const write = withoutSite((tx) => tx.insert(externalApps).values({ siteId: 40, app: 'MAP', config: {} }));
    expect(await write.catch(reason)).toContain('row-level security');
  });
});

describe('a transaction of one site', () => {
  test('reads the rows of this site only', async () => {
    const rows = await withSiteTransaction(db, 40, (tx) => tx.select().from(externalApps));
    expect(rows).toEqual([{ siteId: 40, app: 'ANALYTICS', config: { of: 40 } }]);
  });

  test('cannot update or delete rows of another site', async () => {
    await withSiteTransaction(db, 40, async (tx) => {
      await tx.execute(sql`update external_apps set config = '{}' where site_id = 41`);
      await tx.execute(sql`delete from external_apps where site_id = 41`);
    });
    expect(await withSiteTransaction(db, 41, (tx) => tx.select().from(externalApps))).toHaveLength(1);
  });

  test('cannot insert a row into another site or move one there', async () => {
    const insert = withSiteTransaction(db, 40, (tx) =>
      tx.insert(externalApps).values({ siteId: 41, app: 'MAP', config: {} }),
    );
    expect(await insert.catch(reason)).toContain('row-level security');
    const move = withSiteTransaction(db, 40, (tx) =>
      tx.execute(sql`update external_apps set site_id = 41, app = 'MOVED'`),
    );
    expect(await move.catch(reason)).toContain('row-level security');
  });

  test('cannot update another row of the table of sites', async () => {
    const { rowCount } = await withSiteTransaction(db, 40, (tx) =>
      tx.execute(sql`update sites set name = 'taken' where id = 41`),
    );
    expect(rowCount).toBe(0);
  });

  test('resets role and site at its end', async () => {
    await withSiteTransaction(db, 40, async () => {});
    const { rows } = await db.execute<{ role: string; site: string }>(
      sql`select current_setting('role') as role, current_setting('app.site_id', true) as site`,
    );
    expect(rows[0]).toEqual({ role: 'none', site: '' });
  });

  test('rolls back after an error', async () => {
    const work = withSiteTransaction(db, 40, async (tx) => {
      await tx.insert(externalApps).values({ app: 'HALF', config: {} });
      throw new Error('half-way');
    });
    await expect(work).rejects.toThrow('half-way');
    expect(await withSiteTransaction(db, 40, (tx) => tx.select().from(externalApps))).toHaveLength(1);
  });
});
