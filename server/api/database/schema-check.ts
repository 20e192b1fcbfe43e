import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';
import {
  migrationsFolder,
  readAppliedMigrationTimes,
  readBaseline,
  readMigrationJournal,
  upgradeBeforeBaseline,
} from './applied-migrations.ts';
import { readOldestSupportedMigration } from './contractions.ts';

/**
 * Checks that this version works with all migrations that the database has applied. A newer version may have applied
 * more, as long as this version knows the oldest migration that the newer one supports: replicas of both run side by
 * side during an upgrade. Otherwise this version would write wrong data.
 * @returns True if a newer version has migrated the database.
 * @throws OperatorError
 */
export async function assertMigrationsSupported(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const applied = await readAppliedMigrationTimes(client);
  const newestKnown = Math.max(...readMigrationJournal().entries.map(({ when }) => when));
  const unknown = applied.filter((when) => when > newestKnown);
  if (unknown.length === 0) {
    await assertBaselineApplied(client, applied);
    return false;
  }
  const oldestSupported = await readOldestSupportedMigration(client);
  if (oldestSupported !== null && oldestSupported <= newestKnown) return true;
  const dates = unknown.map(toDate).join(', ');
  throw new OperatorError(
    `The database was migrated by a newer version of Cuvée (migrations of ${dates}). Start that version, or restore a ` +
      'backup of before the upgrade into an empty database: npm run db -- restore <backup>',
    { exitCode: 65 },
  );
}

const toDate = (when: number) => new Date(when).toISOString().slice(0, 10);

/**
 * Checks that a database with tables has applied the first migration, which creates the schema of the first release. It
 * has the time of the last migration from before that release, so that a database with all of those has applied it.
 * @throws OperatorError
 */
async function assertBaselineApplied(client: pg.ClientBase | pg.Pool, applied: readonly number[]): Promise<void> {
  const { when: baseline } = readBaseline();
  if (applied.includes(baseline)) return;
  const newest = applied.at(-1);
  if (newest !== undefined && newest < baseline)
    throw new OperatorError(
      `The database is older than the first release of Cuvée (its last migration is of ${toDate(newest)}). It was not ` +
        `changed. ${upgradeBeforeBaseline}`,
      { exitCode: 65 },
    );
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.sites') is not null as exists`);
  // A start may have ended before its first migration, which leaves an empty record in an empty database.
  if (newest === undefined && !rows[0]?.exists) return;
  throw new OperatorError(
    'The database has the tables of Cuvée, but its record of migrations (drizzle.__drizzle_migrations) lacks the one that ' +
      'creates them. It was not changed. Restore a backup into an empty database: npm run db -- restore <backup>',
    { exitCode: 65 },
  );
}

const Snapshot = z.looseObject({
  tables: z.record(
    z.string(),
    z.looseObject({ name: z.string(), columns: z.record(z.string(), z.looseObject({ name: z.string() })) }),
  ),
});

/**
 * Compares the database with the tables and columns of the last migration's snapshot. Additional tables and columns are
 * ignored.
 * @throws OperatorError that names the missing ones, because no migration would create them again.
 */
export async function assertSchemaComplete(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const present = new Set(rows.map(({ name }) => name));
  const missing = requiredColumns().filter((name) => !present.has(name));
  if (missing.length === 0) return;
  throw new OperatorError(
    `The database does not have the schema of this version; missing: ${missing.join(', ')}. It was changed by hand: ` +
      'undo the change, or restore a backup into an empty database: npm run db -- restore <backup>',
    { exitCode: 65 },
  );
}

/** Lists each `table.column` of the schema after the last migration. */
function requiredColumns(): string[] {
  const last = readMigrationJournal().entries.at(-1)?.tag.slice(0, 4);
  const file = join(migrationsFolder, `meta/${last}_snapshot.json`);
  const { tables } = Snapshot.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.values(tables).flatMap((table) =>
    Object.values(table.columns).map((column) => `${table.name}.${column.name}`),
  );
}

/** The PostgreSQL NOTIFY channel on which each migration of the schema is announced. It has no payload. */
export const schemaChangesChannel = 'cuvee_schema';

/**
 * Interval between two checks in milliseconds, because reading the database's catalogue is too expensive for every
 * readiness probe.
 */
const checkIntervalMs = 60_000;

interface SchemaCheck {
  /** Resolves to a description of the difference between the schema and this version; empty if there is none. */
  findDrift(): Promise<string>;
  /** Makes the next call read the schema again, because it may have changed. */
  expire(): void;
}

/**
 * Creates a check of the database schema against this version of the code. The schema is read again after a minute,
 * because an operator may change it while the server runs.
 */
export function createSchemaCheck(pool: pg.Pool, now = Date.now): SchemaCheck {
  let drift = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    async findDrift() {
      if (now() - checkedAt < checkIntervalMs) return drift;
      // The time is set first, so that a change during the check makes the next call check again.
      checkedAt = now();
      try {
        drift = await readDrift(pool);
      } catch (error) {
        checkedAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
      return drift;
    },
    expire() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * Describes the difference between the schema and this version; empty if there is none.
 * @throws the error of a query that failed
 */
async function readDrift(pool: pg.Pool): Promise<string> {
  try {
    await assertMigrationsSupported(pool);
    await assertSchemaComplete(pool);
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}

/** PostgreSQL's codes for a column and a table that do not exist. */
const mismatchCodes = ['42703', '42P01'];

export function isSchemaMismatch(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && mismatchCodes.includes(String(at.code))) return true;
  return false;
}
