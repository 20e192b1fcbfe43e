import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Database, openDatabase } from '#server/api/open-database.ts';
import type { Config } from '#server/config.ts';

/** The fields that later versions added are null in a database that has not been migrated since. */
const StoredSite = z.object({
  id: z.int(),
  name: z.string(),
  imported_at: z.string(),
  folder: z.string().nullish(),
  removed_at: z.string().nullish(),
  purged_at: z.string().nullish(),
});
export type StoredSite = z.infer<typeof StoredSite>;

/**
 * The sites in the database, including removed ones, by id. Neither creates nor migrates the database.
 * @throws OperatorError if the database cannot be reached.
 */
export async function readStoredSites(config: Config): Promise<StoredSite[]> {
  if (!hasDatabase(config)) return [];
  const database = await openDatabase(config, { clientKind: 'command', poolSize: 2, migrates: false });
  try {
    return await selectSites(database);
  } finally {
    await database.close();
  }
}

/** False if the embedded database has not been created yet. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== null || existsSync(join(dataDir, 'postgres'));

/** Reads whole rows as JSON, because their columns depend on the version of the schema. */
export async function selectSites({ db }: Pick<Database, 'db'>): Promise<StoredSite[]> {
  const { rows: tables } = await db.$client.query<{ exists: boolean }>(
    `select to_regclass('public.sites') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await db.$client.query<{ site: unknown }>('select to_jsonb(s) as site from sites s order by id');
  return rows.map(({ site }) => StoredSite.parse(site));
}
