import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createDatabasePool, type Db } from '#server/api/database/connect.ts';
import { enforceRowLevelSecurity } from '#server/api/database/migrate.ts';
import { buildDatabaseUrl, executeSqlOverNewConnection } from './create-test-database.ts';

const migrations = join(import.meta.dirname, '../../../server/api/database/migrations');

/**
 * Opens a new database with the migrations before number `end`, which is dropped after the test file. Its owner is not
 * a superuser, so that forced row-level security applies to later migrations.
 */
export async function createDatabaseBeforeMigrationNumber(end: number): Promise<Db> {
  const server = inject('databaseServer');
  const name = `cuvee_owner_${randomBytes(6).toString('hex')}`;
  await executeSqlOverNewConnection(server, `create role ${name} login createrole nosuperuser password 'owner'`);
  await executeSqlOverNewConnection(server, `grant cuvee_app to ${name} with admin option`);
  await executeSqlOverNewConnection(server, `create database ${name} owner ${name}`);
  const url = new URL(buildDatabaseUrl(server, name));
  url.username = name;
  url.password = 'owner';
  const db = createDatabasePool({ connectionString: url.href });
  afterAll(async () => {
    await db.$client.end();
    await executeSqlOverNewConnection(server, `drop database ${name} with (force)`);
    await executeSqlOverNewConnection(server, `drop role ${name}`);
  });
  const client = await db.$client.connect();
  const folder = await copyMigrations(end);
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  await enforceRowLevelSecurity(client);
  client.release(true);
  await rm(folder, { recursive: true });
  return db;
}

async function copyMigrations(end: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-migrations-'));
  await cp(migrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { idx: number }[] };
  const entries = journal.entries.filter(({ idx }) => idx < end);
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  return folder;
}

/** Runs `work` with a connection that sees the rows of one site, as the owner. */
export async function runAsSiteOwner<T>(db: Db, site: number, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  try {
    await client.query(`select set_config('app.site_id', $1, false), set_config('timezone', 'UTC', false)`, [
      `${site}`,
    ]);
    return await work(client);
  } finally {
    client.release(true);
  }
}
