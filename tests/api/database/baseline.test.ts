import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import {
  laterMigrationTimes,
  recordSingleMigrations,
  singleMigrationTimes,
} from '#tests/support/fixtures/single-migrations.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { copyWithNextMigration } from '#tests/support/servers/newer-version.ts';
import { createDatabaseOfOrdinaryOwner } from '#tests/support/servers/owned-database.ts';
import { runServer } from '#tests/support/servers/run-server.ts';
import { waitForServer } from '#tests/support/servers/server-process.ts';

vi.setConfig({ testTimeout: 120_000 });

const baseline = singleMigrationTimes.at(-1) ?? 0;
const newest = laterMigrationTimes.at(-1) ?? baseline;
const filesDir = await createTemporaryFolder();

const open = (url: string, migrates = true) =>
  openDatabase({ databaseUrl: url, dataDir: '' }, { clientKind: 'command', poolSize: 3, migrates, onError: () => {} });

/** Calls `work` with a connection that neither migrates the database nor outlives the call. */
async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await open(url, false);
  return work(db).finally(close);
}

/** Creates a database with an estate, whose owner is not a superuser. */
async function createFilledDatabase(): Promise<string> {
  const url = await createDatabaseOfOrdinaryOwner();
  const { db, close } = await open(url);
  await seedEstate(db, filesDir, { id: 40, mark: 'Estate' }).finally(close);
  return url;
}

/** Reads the schema with the rows that the site sees, and the functions, as a text to compare. */
const readWholeDatabase = (url: string) =>
  withDatabase(url, async (db) => {
    const client = await db.$client.connect();
    try {
      await client.query(`select set_config('app.site_id', '40', false)`);
      const { rows } = await client.query(
        `select schema_to_xml_and_xmlschema(name, true, false, '')::text as text
           from unnest(array['public', 'drizzle', 'graphile_worker']) name
         union all select string_agg(oid::regprocedure::text, ' ' order by oid) from pg_proc
          where pronamespace = 'public'::regnamespace`,
      );
      return JSON.stringify(rows);
    } finally {
      client.release(true);
    }
  });

const readTimes = (db: Db) =>
  db.$client
    .query<{ when: string }>('select created_at as when from drizzle.__drizzle_migrations order by created_at')
    .then(({ rows }) => rows.map(({ when }) => Number(when)));

const readSlugs = (db: Db) =>
  withSiteTransaction(db, 40, (tx) => tx.select({ slug: products.slug }).from(products).orderBy(products.id));

describe('an empty database', () => {
  test('gets the whole schema from the first migration, and accepts rows', async () => {
    const url = await createFilledDatabase();
    await withDatabase(url, async (db) => {
      expect(await readTimes(db)).toEqual([baseline, ...laterMigrationTimes]);
      expect(await readSlugs(db)).toHaveLength(5);
    });
  });

  test('whose first start ended before the first migration is migrated by the next one', async () => {
    const url = await createDatabaseOfOrdinaryOwner();
    await withDatabase(url, (db) =>
      db.$client.query(`create schema drizzle;
        create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`),
    );
    await (await open(url)).close();
    expect(await withDatabase(url, readTimes)).toEqual([baseline, ...laterMigrationTimes]);
  });

  test('has no table after a first migration that failed, and is migrated once the cause is removed', async () => {
    const url = await createDatabaseOfOrdinaryOwner();
    // The first migration creates the function of this name last.
    const lastFunction = 'is_stored_file_in_use(text, timestamptz)';
    await withDatabase(url, (db) =>
      db.$client.query(`create function ${lastFunction} returns boolean language sql as 'select true'`),
    );
    await expect(open(url)).rejects.toThrow();
    await withDatabase(url, async (db) => {
      const { rows } = await db.$client.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
      expect(rows).toHaveLength(0);
      expect(await readTimes(db)).toEqual([]);
      await db.$client.query(`drop function ${lastFunction}`);
    });
    await (await open(url)).close();
    expect(await withDatabase(url, readTimes)).toEqual([baseline, ...laterMigrationTimes]);
  });
});

describe('a database with all single migrations from before the first release', () => {
  test('continues with its data, and the next version applies the next migration', async () => {
    const url = await createFilledDatabase();
    await withDatabase(url, recordSingleMigrations);
    const { db, close } = await open(url);
    const slugs = await readSlugs(db);
    expect(slugs).toHaveLength(5);
    expect(await readTimes(db)).toEqual([...singleMigrationTimes, ...laterMigrationTimes]);
    await withSiteTransaction(db, 40, (tx) => tx.update(products).set({ slug: 'kept' }).where(eq(products.id, 1)));
    await close();

    const port = await findFreePort();
    const server = await runServer({
      env: {
        DATABASE_URL: url,
        DATA_DIR: filesDir,
        FILES_DIR: filesDir,
        API_PORT: String(port),
        API_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      },
      args: ['--api'],
      port,
      folder: await copyWithNextMigration(),
    });
    await waitForServer(server, `http://127.0.0.1:${port}/readyz`, { seconds: 60 });
    await withDatabase(url, async (next) => {
      expect(await readTimes(next)).toEqual([...singleMigrationTimes, ...laterMigrationTimes, newest + 1]);
      const { rows } = await withSiteTransaction(next, 40, (tx) =>
        tx.execute(sql`select slug, next from products where id = 1`),
      );
      expect(rows).toEqual([{ slug: 'kept', next: 'kept' }]);
    });
    await server.stop();
  });

  test('continues if its record has only the last of them', async () => {
    const url = await createFilledDatabase();
    await withDatabase(url, (db) => recordSingleMigrations(db, [baseline, ...laterMigrationTimes]));
    const before = await withDatabase(url, readSlugs);
    const { db, close } = await open(url);
    expect(await readSlugs(db)).toEqual(before);
    await close();
  });
});

describe('a start refuses and does not change', () => {
  test('a database without the last of the single migrations', async () => {
    const url = await createFilledDatabase();
    await withDatabase(url, async (db) => {
      await recordSingleMigrations(db, singleMigrationTimes.slice(0, -1));
      await db.$client.query('drop table review_refusals; drop function queue_job');
    });
    const before = await readWholeDatabase(url);
    await expect(open(url)).rejects.toMatchObject({
      exitCode: 65,
      message:
        'The database is older than the first release of Cuvée (its last migration is of 2026-11-28). It was not changed. ' +
        'Upgrade it first with the last version from before that release: docs/operators/upgrade.md, ' +
        '"Databases from before the first release".',
    });
    expect(await readWholeDatabase(url)).toBe(before);
  });

  test('a database with tables and an empty record of migrations', async () => {
    const url = await createFilledDatabase();
    await withDatabase(url, (db) => recordSingleMigrations(db, []));
    const before = await readWholeDatabase(url);
    await expect(open(url)).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringContaining('its record of migrations (drizzle.__drizzle_migrations) lacks the one'),
    });
    expect(await readWholeDatabase(url)).toBe(before);
  });
});
