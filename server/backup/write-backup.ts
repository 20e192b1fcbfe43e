import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { readAppliedMigrationTimes } from '#server/api/database/applied-migrations.ts';
import { OperatorError } from '#server/operator-error.ts';
import { backUpMediaFiles, backUpSiteFolders, readReferencedFileHashes } from './back-up-files.ts';
import { connectForBackup } from './backup-connection.ts';
import {
  type BackupManifest,
  backupFormatVersion,
  getBackupManifestPath,
  getSiteDumpPath,
  type SiteBackupEntry,
} from './backup-manifest.ts';
import { readTablesWithSiteRows, type TableWithSiteRows } from './tables-with-site-rows.ts';
import { writeSiteDump } from './write-dump.ts';

export interface BackupSource {
  connection: pg.ClientConfig;
  filesDir: string;
  /** Paths of the existing site folders, by folder name. */
  siteFolders: ReadonlyMap<string, string>;
}

export interface BackupOptions {
  /** The id of the only site to back up; by default all sites are backed up. */
  siteId?: number;
  onSite?: (done: number, total: number) => void;
}

/**
 * Writes a backup to `dir`, which must not exist. All sites are read in one snapshot while servers keep running. The
 * folder is renamed into place at the end, so that an interrupted backup is never mistaken for a complete one.
 * @throws OperatorError if `dir` exists or there is nothing to back up.
 */
export async function writeBackup(
  source: BackupSource,
  dir: string,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  if (existsSync(dir)) throw new OperatorError(`${dir} exists already.`, { exitCode: 73 });
  const draft = `${dir}.partial`;
  await mkdir(dirname(dir), { recursive: true });
  // Only the owner of the folder may read a backup, because it contains personal data and password hashes.
  await mkdir(draft, { mode: 0o700 }).catch((cause: Error) => {
    throw new OperatorError(`The backup cannot be written: ${cause.message}`, { exitCode: 73, cause });
  });
  try {
    await mkdir(join(draft, 'sites'));
    const database = await backUpDatabase(source, draft, options);
    const hashes = new Set(database.sites.flatMap(({ files }) => files));
    const stored = await backUpMediaFiles(hashes, source.filesDir, draft);
    const known = new Set(database.sites.map(({ folder }) => folder));
    const folders = [...source.siteFolders].filter(([folder]) => known.has(folder));
    const siteFolders = await backUpSiteFolders(folders, draft);
    const manifest = {
      format: backupFormatVersion,
      createdAt: new Date().toISOString(),
      ...database,
      ...stored,
      siteFolders,
    };
    await writeFile(getBackupManifestPath(draft), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(draft, dir);
    return manifest as BackupManifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

type DatabaseBackup = Pick<BackupManifest, 'migrations' | 'sites' | 'sequences'>;

async function backUpDatabase(source: BackupSource, dir: string, options: BackupOptions): Promise<DatabaseBackup> {
  const client = await connectForBackup(source.connection);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const migrations = await readAppliedMigrationTimes(client);
    if (migrations.length === 0) throw new OperatorError('The database is empty.', { exitCode: 66 });
    const tables = await readTablesWithSiteRows(client);
    const sites = await readSites(client, tables, options.siteId);
    const backups: SiteBackupEntry[] = [];
    for (const site of sites) {
      const counts = await writeSiteDump(client, site.id, tables, getSiteDumpPath(dir, site.id));
      backups.push({ ...site, ...counts, files: await readReferencedFileHashes(client, site.id) });
      options.onSite?.(backups.length, sites.length);
    }
    return { migrations, sites: backups, sequences: await readSequences(client) };
  } finally {
    await client.end();
  }
}

async function readSites(client: pg.ClientBase, tables: readonly TableWithSiteRows[], siteId: number | undefined) {
  const hasFolder = tables.some(({ name, columns }) => name === 'sites' && columns.includes('folder'));
  const { rows } = await client.query<{ id: number; folder: string | null; name: string }>(
    `select id, ${hasFolder ? 'folder' : 'null as folder'}, name from sites where $1::integer in (id, 0) order by id`,
    [siteId ?? 0],
  );
  if (rows.length > 0 || siteId === undefined) return rows;
  throw new OperatorError(`The database has no site ${siteId}.`, { exitCode: 66 });
}

/** Reads the last value of every sequence in the schema. Unused sequences have no value and are left out. */
async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}
