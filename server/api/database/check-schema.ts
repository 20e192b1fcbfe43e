import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';
import { migrationsFolder, readAppliedMigrationTimes, readMigrationJournal } from './applied-migrations.ts';
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
  if (unknown.length === 0) return false;
  const oldestSupported = await readOldestSupportedMigration(client);
  if (oldestSupported !== null && oldestSupported <= newestKnown) return true;
  const dates = unknown.map((when) => new Date(when).toISOString().slice(0, 10)).join(', ');
  throw new OperatorError(
    `The database was migrated by a newer version of Cuvée (migrations of ${dates}). Start that version, or restore a ` +
      'backup of before the upgrade into an empty database: npm run db -- restore <backup>',
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
