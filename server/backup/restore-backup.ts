import type pg from 'pg';
import { readAppliedMigrationTimes, readMigrationJournal } from '#server/api/database/applied-migrations.ts';
import { checkApplicationRole, type Db } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { OperatorError } from '#server/operator-error.ts';
import { assertRestoredHostsUnused } from './assert-restored-hosts-unused.ts';
import { connectForBackup } from './backup-connection.ts';
import type { BackupManifest, SiteBackupEntry } from './backup-manifest.ts';
import { restoreSiteDump } from './restore-dump.ts';
import { restoreMediaFiles, restoreMissingSiteFolders } from './restore-files.ts';
import { stopNewsletterIssues } from './stop-newsletter-issues.ts';
import { readTablesWithSiteRows } from './tables-with-site-rows.ts';

export interface RestoreTarget {
  db: Db;
  connection: pg.ClientConfig;
  filesDir: string;
  sitesDir: string;
}

export interface RestoreOptions {
  /** The id of the only site to restore; by default all sites of the backup are restored. */
  siteId?: number;
  onSite?: (done: number, total: number) => void;
}

export interface RestoreResult {
  sites: SiteBackupEntry[];
  /** Names of site folders that already existed and were left unchanged. */
  keptFolders: string[];
}

/**
 * Restores a backup whose checksums have been verified. An empty database first gets the schema of the backup and is
 * migrated afterwards, so that backups of earlier versions can be restored. All sites are written in one transaction.
 * @throws OperatorError if the database already has one of the sites or their hosts, or its schema does not fit the
 * backup.
 */
export async function restoreBackup(
  target: RestoreTarget,
  dir: string,
  manifest: BackupManifest,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  const sites = manifest.sites.filter(({ id }) => options.siteId === undefined || id === options.siteId);
  if (sites.length === 0) throw new OperatorError('The backup does not contain this site.', { exitCode: 66 });
  await prepareSchema(target.db, manifest);
  await checkApplicationRole(target.db);
  await restoreDatabase(target, dir, manifest, sites, options);
  await migrate(target.db, prepareJobTables);
  const folders = manifest.siteFolders
    .map(({ folder }) => folder)
    .filter((folder) => sites.some((site) => site.folder === folder));
  return { sites, keptFolders: await restoreMissingSiteFolders(dir, folders, target.sitesDir) };
}

async function prepareSchema(db: Db, manifest: BackupManifest): Promise<void> {
  const known = new Set(readMigrationJournal().entries.map(({ when }) => when));
  if (!manifest.migrations.every((when) => known.has(when)))
    throw new OperatorError('The backup was made by a newer version of Cuvée. Restore it with that version.', {
      exitCode: 65,
    });
  const applied = await readAppliedMigrationTimes(db.$client);
  if (!applied.every((when) => manifest.migrations.includes(when)))
    throw new OperatorError(
      'The database has a newer schema than the backup. Restore the backup into an empty database (for the embedded one, ' +
        'a new DATA_DIR); it is then migrated to this version.',
      { exitCode: 65 },
    );
  await migrate(db, prepareJobTables, { lastMigration: Math.max(...manifest.migrations) });
}

async function restoreDatabase(
  { connection, filesDir }: RestoreTarget,
  dir: string,
  manifest: BackupManifest,
  sites: readonly SiteBackupEntry[],
  { onSite }: RestoreOptions,
): Promise<void> {
  const client = await connectForBackup(connection);
  try {
    await client.query('begin');
    const tables = await readTablesWithSiteRows(client);
    await assertAbsent(client, tables.find(({ name }) => name === 'sites')?.columns ?? [], sites);
    const referenced = new Set(sites.flatMap(({ files }) => files));
    const hashes = manifest.files.map(({ hash }) => hash).filter((hash) => referenced.has(hash));
    await restoreMediaFiles(client, dir, hashes, filesDir);
    for (const [index, site] of sites.entries()) {
      await restoreSiteDump(client, dir, site, tables);
      onSite?.(index + 1, sites.length);
    }
    for (const { id } of sites) await stopNewsletterIssues(client, id, tables);
    // Each sequence is set to the higher of its values in the backup and in the database, so that no id of a restored
    // or an existing site is assigned again.
    for (const [name, value] of Object.entries(manifest.sequences))
      await client.query(
        `select setval(s.oid, greatest($2, coalesce(pg_sequence_last_value(s.oid), 1)))
           from (select to_regclass('public.' || quote_ident($1))::oid as oid) s where s.oid is not null`,
        [name, value],
      );
    await assertRestoredHostsUnused(client, sites);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function assertAbsent(
  client: pg.ClientBase,
  siteColumns: readonly string[],
  sites: readonly SiteBackupEntry[],
): Promise<void> {
  const isErased = siteColumns.includes('purged_at') ? 'purged_at is not null' : 'false';
  const { rows } = await client.query<{ id: number; name: string }>(
    `select id, name from sites where id = any($1::integer[]) and not (${isErased}) order by id`,
    [sites.map(({ id }) => id)],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new OperatorError(
    `The database already has ${names}. Restore into an empty database, or erase the site first: ` +
      'npm run site -- remove <name> --purge',
    { exitCode: 73 },
  );
}
