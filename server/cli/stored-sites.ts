import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import type { ServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';

/** A row of the table `sites`. Columns of later migrations are absent if the database has not been migrated yet. */
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
 * Reads all sites in the database, including removed ones, sorted by id. The database is neither created nor migrated;
 * the list is empty if there is none yet.
 * @throws OperatorError if the database cannot be reached.
 */
export async function readStoredSites(config: ServerConfig): Promise<StoredSite[]> {
  if (!isDatabaseCreated(config)) return [];
  const database = await openDatabase(config, { clientKind: 'command', poolSize: 2, migrates: false });
  try {
    return await readStoredSiteRows(database);
  } finally {
    await database.close();
  }
}

/** Returns false if the embedded database has not been created yet. */
export const isDatabaseCreated = ({ databaseUrl, dataDir }: ServerConfig): boolean =>
  databaseUrl !== null || existsSync(join(dataDir, 'postgres'));

/** Reads the rows of `sites` as JSON, because their columns depend on the version of the schema. */
export async function readStoredSiteRows({ db }: Pick<OpenedDatabase, 'db'>): Promise<StoredSite[]> {
  const { rows: tables } = await db.$client.query<{ exists: boolean }>(
    `select to_regclass('public.sites') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await db.$client.query<{ site: unknown }>('select to_jsonb(s) as site from sites s order by id');
  return rows.map(({ site }) => StoredSite.parse(site));
}

/**
 * Finds a site by its folder name or id. A removed site is found by its folder name only if no other site has that
 * folder.
 */
export const findSiteByFolderOrId = <
  Site extends { id: number; folder?: string | null | undefined; removed_at?: unknown },
>(
  sites: readonly Site[],
  nameOrId: string,
): Site | undefined =>
  sites.find(({ folder, removed_at }) => folder === nameOrId && !removed_at) ??
  sites.find(({ folder }) => folder === nameOrId) ??
  sites.find(({ id }) => String(id) === nameOrId);

/** Finds a site by its folder name or id. @throws OperatorError if the database has no such site. */
export function requireStoredSite(sites: readonly StoredSite[], nameOrId: string): StoredSite {
  const site = findSiteByFolderOrId(sites, nameOrId);
  if (site) return site;
  const names = sites.map(({ id, folder }) => folder ?? id).join(', ');
  throw new OperatorError(`The database has no site "${nameOrId}". It has: ${names || 'none'}.`, { exitCode: 66 });
}

/**
 * Checks that neither name nor id of a new site is in use, because the database keeps the customers of sites whose
 * folders no longer exist.
 */
export function assertSiteUnused(name: string, id: number, stored: readonly StoredSite[]): void {
  const known = stored.find((site) => site.id === id) ?? stored.find((site) => site.folder === name && !site.purged_at);
  if (!known) return;
  throw new OperatorError(
    `The database knows the site "${known.folder ?? known.name}" under the id ${known.id}. Ids are never used again. ` +
      'To bring that site back, restore its folder; for a new site choose another name and leave out --id.',
    { exitCode: 65 },
  );
}
