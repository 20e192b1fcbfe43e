import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hostingChangesChannel, siteChangesChannel } from '#server/api/changes/notify-site-changed.ts';
import {
  readAppliedMigrationTimes,
  readBaseline,
  readMigrationJournal,
  upgradeBeforeBaseline,
} from '#server/api/database/applied-migrations.ts';
import { checkApplicationRole, type Db } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { jobsSchemaName, prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { lockStoredFiles, storeFile, toStoredFilePath } from '#server/api/media/file-store.ts';
import { hostNamesLockStatement } from '#server/api/site/site-hosting.ts';
import { OperatorError } from '#server/operator-error.ts';
import { findNameConflict, type SiteHostClaims } from '#shared/site/site-host-claims.ts';
import {
  connectForBackup,
  limitTransactionToSite,
  quoteSqlIdentifiers,
  readTablesWithSiteRows,
  type TableWithSiteRows,
} from './backup-connection.ts';
import {
  type BackupManifest,
  getBackupFilesDir,
  getBackupSiteFolderPath,
  type SiteBackupEntry,
} from './backup-manifest.ts';
import { type DumpSection, queuedJobsSectionName, readSiteDump } from './dump-format.ts';

interface RestoreTarget {
  db: Db;
  connection: pg.ClientConfig;
  filesDir: string;
  sitesDir: string;
}

interface RestoreOptions {
  /** The id of the only site to restore; by default all sites of the backup are restored. */
  siteId?: number;
  onSite?: (done: number, total: number) => void;
}

interface RestoreResult {
  sites: SiteBackupEntry[];
  /** Names of site folders that already existed and were left unchanged. */
  keptFolders: string[];
}

/**
 * Copies the media files of a backup into the file store. Existing files are kept, because files with the same hash
 * have the same content. No file can be deleted as unused before the transaction of `client` ends.
 */
async function restoreMediaFiles(
  client: pg.Client,
  dir: string,
  hashes: readonly string[],
  filesDir: string,
): Promise<void> {
  await lockStoredFiles(drizzle(client), hashes);
  for (const hash of hashes) {
    const stored = await storeFile(filesDir, await readFile(toStoredFilePath(getBackupFilesDir(dir), hash)));
    if (stored !== hash) throw new Error(`the file ${hash} of the backup is damaged`);
  }
}

/** Restores the site folders that do not exist. @returns The names of those that exist and were left unchanged. */
async function restoreMissingSiteFolders(dir: string, folders: readonly string[], sitesDir: string): Promise<string[]> {
  await mkdir(sitesDir, { recursive: true });
  const kept = folders.filter((folder) => existsSync(join(sitesDir, folder)));
  for (const folder of folders.filter((each) => !kept.includes(each))) {
    // The folder is restored under a name that begins with a dot, which the storefront ignores, and then renamed. The
    // storefront therefore never reads an incomplete folder.
    const draft = join(sitesDir, `.restore-${folder}`);
    await rm(draft, { recursive: true, force: true });
    await cp(getBackupSiteFolderPath(dir, folder), draft, { recursive: true });
    await rename(draft, join(sitesDir, folder));
  }
  return kept;
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
  const { when: baseline } = readBaseline();
  const fromBaseline = (times: readonly number[]) => times.filter((when) => when >= baseline);
  const stored = fromBaseline(manifest.migrations);
  if (stored.length === 0)
    throw new OperatorError(`The backup is older than the first release of Cuvée. ${upgradeBeforeBaseline}`, {
      exitCode: 65,
    });
  const known = new Set(readMigrationJournal().entries.map(({ when }) => when));
  if (!stored.every((when) => known.has(when)))
    throw new OperatorError('The backup was made by a newer version of Cuvée. Restore it with that version.', {
      exitCode: 65,
    });
  const applied = fromBaseline(await readAppliedMigrationTimes(db.$client));
  if (!applied.every((when) => stored.includes(when)))
    throw new OperatorError(
      'The database has a newer schema than the backup. Restore the backup into an empty database (for the embedded one, ' +
        'a new DATA_DIR); it is then migrated to this version.',
      { exitCode: 65 },
    );
  await migrate(db, prepareJobTables, { lastMigration: Math.max(...stored) });
}

/** The columns of `sites` that the check reads. The optional columns do not exist in earlier schemas. */
interface StoredSite {
  id: number;
  name: string;
  hosts: { name: string }[];
  cookie_domain?: string | null;
  hosting_edited_at?: string | null;
  removed_at?: string | null;
}

/**
 * Checks that no restored site has a host of a site that the database already had: after the backup was made, another
 * estate may have added the host in its panel.
 * @throws OperatorError that names the host.
 */
async function assertRestoredHostsUnused(client: pg.ClientBase, restored: readonly SiteBackupEntry[]): Promise<void> {
  await client.query(hostNamesLockStatement);
  const { rows } = await client.query<{ site: StoredSite }>('select to_jsonb(s) as site from sites s order by id');
  const active = rows.map(({ site }) => site).filter(({ removed_at }) => !removed_at);
  const restoredIds = new Set(restored.map(({ id }) => id));
  const present = active.filter(({ id }) => !restoredIds.has(id));
  for (const site of active.filter(({ id }) => restoredIds.has(id)))
    for (const other of present) {
      const name = findNameConflict(toClaims(site), toClaims(other));
      if (name !== undefined)
        throw new OperatorError(
          `${name} of "${site.name}" (site ${site.id}) conflicts with the domains of "${other.name}" (site ${other.id}). ` +
            'Nothing was restored. Remove the domain there first.',
          { exitCode: 73 },
        );
    }
}

const toClaims = ({ hosts, cookie_domain, hosting_edited_at }: StoredSite): SiteHostClaims => ({
  hosts,
  cookieDomain: cookie_domain ?? null,
  isEdited: Boolean(hosting_edited_at),
});

/**
 * Pauses the newsletter issues of a restored site that were being sent, and turns scheduled ones into drafts. The
 * backup does not show which subscribers were mailed after it was made, so staff decide whether the sending continues.
 */
async function stopNewsletterIssues(
  client: pg.ClientBase,
  siteId: number,
  tables: readonly TableWithSiteRows[],
): Promise<void> {
  // Backups of earlier versions have no such table.
  if (!tables.some(({ name }) => name === 'newsletter_issues')) return;
  await limitTransactionToSite(client, siteId);
  await client.query(`update newsletter_issues set state = 'PAUSED' where state = 'SENDING'`);
  await client.query(`update newsletter_issues set state = 'DRAFT', send_at = null where state = 'SCHEDULED'`);
  await limitTransactionToSite(client, null);
}

/**
 * Restores one site in the transaction of `client`. Rows are first copied into a temporary table, because PostgreSQL
 * does not allow COPY into a table with row-level security. From there they are inserted with the rights of
 * `cuvee_app`, so a backup cannot write to another site than its own.
 * @throws Error if the numbers of restored rows differ from those in the backup's manifest.
 */
async function restoreSiteDump(
  client: pg.ClientBase,
  dir: string,
  site: SiteBackupEntry,
  tables: readonly TableWithSiteRows[],
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  for await (const section of readSiteDump(dir, site.id)) {
    if (section.table === queuedJobsSectionName) {
      await restoreJobs(client, site.id, section);
      continue;
    }
    const table = byName.get(section.table);
    if (!table) throw new Error(`the database has no table ${section.table}`);
    await restoreRows(client, site.id, table, section);
  }
  await verifyRowCounts(client, site, tables);
  for (const channel of [siteChangesChannel, hostingChangesChannel])
    await client.query('select pg_notify($1, $2)', [channel, String(site.id)]);
}

async function restoreRows(
  client: pg.ClientBase,
  siteId: number,
  table: TableWithSiteRows,
  section: DumpSection,
): Promise<void> {
  const name = quoteSqlIdentifiers(client, [table.name]);
  const columns = quoteSqlIdentifiers(client, section.columns);
  const draft = quoteSqlIdentifiers(client, [`restore_${table.name}`]);
  await client.query(
    `create temporary table if not exists ${draft} on commit drop as select ${columns} from ${name} with no data;
     grant select on ${draft} to cuvee_app`,
  );
  await pipeline(Readable.from(section.rows), client.query(copyFrom(`copy ${draft} (${columns}) from stdin`)));
  await limitTransactionToSite(client, siteId);
  // The row of a site that was purged is still in `sites`, so it is updated instead of inserted.
  const replaced = section.columns
    .map((column) => quoteSqlIdentifiers(client, [column]))
    .map((c) => `${c} = excluded.${c}`);
  const onConflict = table.name === 'sites' ? `on conflict (id) do update set ${replaced.join(', ')}` : '';
  await client.query(`insert into ${name} (${columns}) select ${columns} from ${draft} ${onConflict}`);
  await limitTransactionToSite(client, null);
  await client.query(`delete from ${draft}`);
}

async function restoreJobs(client: pg.ClientBase, siteId: number, section: DumpSection): Promise<void> {
  await client.query(
    `create temporary table if not exists restore_queued_jobs (
       identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, job_key text,
       priority integer, flags text[]) on commit drop`,
  );
  const columns = quoteSqlIdentifiers(client, section.columns);
  await pipeline(
    Readable.from(section.rows),
    client.query(copyFrom(`copy restore_queued_jobs (${columns}) from stdin`)),
  );
  await client.query(
    `select count(${jobsSchemaName}.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority, flags))
       from restore_queued_jobs where payload ->> 'site' = $1`,
    [String(siteId)],
  );
  await client.query('delete from restore_queued_jobs');
}

async function verifyRowCounts(
  client: pg.ClientBase,
  site: SiteBackupEntry,
  tables: readonly TableWithSiteRows[],
): Promise<void> {
  await limitTransactionToSite(client, site.id);
  for (const { name, siteColumn } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from ${quoteSqlIdentifiers(client, [name])} where ${siteColumn} = $1`,
      [site.id],
    );
    const expected = site.rows[name] ?? 0;
    if (rows[0]?.count !== expected)
      throw new Error(`site ${site.id}: ${name} has ${rows[0]?.count} rows instead of ${expected} after the restore`);
  }
  await limitTransactionToSite(client, null);
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
