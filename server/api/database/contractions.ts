import type pg from 'pg';
import { readMigrationJournal } from './applied-migrations.ts';

/**
 * The migrations that remove something or make it mandatory, each with the earlier migration since whose version no
 * code depends on the former state. Versions that know that earlier migration keep running while replicas are replaced;
 * older ones become unready. `tests/architecture/migrations.test.ts` refuses such statements in other migrations.
 */
export const contractions: Readonly<Record<string, string>> = {
  // Versions before the first release worked with other names of columns.
  '0000_baseline': '0000_baseline',
};

/**
 * Stores the oldest migration that a version must know to work with the schema after the migrations until
 * `lastMigration`. This runs before they are applied, so that no version that does not know it starts meanwhile.
 */
export async function storeOldestSupportedMigration(client: pg.ClientBase, lastMigration: number): Promise<void> {
  const times = new Map(readMigrationJournal().entries.map(({ tag, when }) => [tag, when]));
  const required = Object.entries(contractions)
    .filter(([tag]) => (times.get(tag) ?? 0) <= lastMigration)
    .map(([, unusedSince]) => times.get(unusedSince) ?? 0);
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.schema_support (
      is_only boolean primary key default true check (is_only), oldest_migration bigint not null)`);
  await client.query(
    `insert into drizzle.schema_support (oldest_migration) values ($1)
     on conflict (is_only) do update set oldest_migration = excluded.oldest_migration`,
    [Math.max(0, ...required)],
  );
}

/** Reads the creation time of that migration; null for a database that an earlier version has migrated. */
export async function readOldestSupportedMigration(client: pg.ClientBase | pg.Pool): Promise<number | null> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.schema_support') is not null as exists`,
  );
  if (!tables[0]?.exists) return null;
  const { rows } = await client.query<{ oldest: string }>(
    'select oldest_migration as oldest from drizzle.schema_support',
  );
  return rows[0] ? Number(rows[0].oldest) : null;
}
