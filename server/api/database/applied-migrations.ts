import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { z } from 'zod';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

const MigrationJournal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string(), when: z.int() })) });
type MigrationJournal = z.infer<typeof MigrationJournal>;

/**
 * Reads the list of migrations that this version of the code contains. Their field `when` identifies them in the
 * database.
 */
export const readMigrationJournal = (): MigrationJournal =>
  MigrationJournal.parse(JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')));

/** Reads the first migration. Those that are older than it are part of it. */
export function readBaseline(): MigrationJournal['entries'][number] {
  const [baseline] = readMigrationJournal().entries;
  if (!baseline) throw new Error('the journal of migrations is empty');
  return baseline;
}

export const upgradeBeforeBaseline =
  'Upgrade it first with the last version from before that release: docs/operators/upgrade.md, "Databases from before the ' +
  'first release".';

/**
 * Reads the creation times of the migrations that a database has applied, in ascending order. Empty for a new database.
 */
export async function readAppliedMigrationTimes(client: pg.ClientBase | pg.Pool): Promise<number[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<{ when: string }>(
    'select created_at as when from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ when }) => Number(when));
}
