import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabasePool, type Db } from '#server/api/database/connect.ts';
import { enforceRowLevelSecurity, migrate } from '#server/api/database/migrate.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { createTestDatabase, executeSqlOverNewConnection } from './create-test-database.ts';

const migrations = join(import.meta.dirname, '../../../server/api/database/migrations');

/** Copies the migrations that precede the migration `name` to a temporary folder. */
async function copyMigrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-migrations-'));
  onTestFileFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(migrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
  const index = journal.entries.findIndex(({ tag }) => tag.endsWith(`_${name}`));
  if (index < 0) throw new Error(`there is no migration ${name}`);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }));
  return folder;
}

/**
 * Creates a database with the schema before a migration and the rows that the SQL in `fill` inserts for site 40. Its
 * owner is not a superuser.
 */
export async function createDatabaseBeforeNamedMigration(
  name: string,
  fill: string,
): Promise<{ migrateFully(): Promise<Db>; readSite(query: string): Promise<Record<string, unknown>[]> }> {
  const { url, drop } = await createTestDatabase(inject('databaseServer'));
  const owner = new URL(url);
  owner.username = `owner_${owner.pathname.slice(-12)}`;
  await executeSqlOverNewConnection(url, `create role ${owner.username} login createrole nosuperuser`);
  onTestFileFinished(async () => {
    await drop();
    await executeSqlOverNewConnection(inject('databaseServer'), `drop role ${owner.username}`);
  });
  await executeSqlOverNewConnection(url, `alter database ${owner.pathname.slice(1)} owner to ${owner.username}`);
  await executeSqlOverNewConnection(url, `alter schema public owner to ${owner.username}`);
  await executeSqlOverNewConnection(url, `grant cuvee_app to ${owner.username} with admin option`);
  const execute = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: owner.href });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await execute(async (client) => {
    await applyMigrations(drizzle(client), { migrationsFolder: await copyMigrationsBefore(name) });
    await enforceRowLevelSecurity(client);
    await client.query(`begin; select set_config('app.site_id', '40', true); ${fill}; commit;`);
  });
  return {
    async migrateFully() {
      const db = createDatabasePool({ connectionString: owner.href });
      onTestFileFinished(() => db.$client.end());
      await migrate(db, async () => {});
      return db;
    },
    readSite: (query) =>
      execute(async (client) => {
        await client.query(`select set_config('app.site_id', '40', false)`);
        return (await client.query(query)).rows;
      }) as Promise<Record<string, unknown>[]>,
  };
}
