import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { siteChangesChannel } from '#server/api/changes/notify-site-changed.ts';
import { jobsSchemaName } from '#server/api/jobs/prepare-jobs.ts';
import { isFileInUse, toStoredFilePath, tryLockForDeletion } from '#server/api/media/file-store.ts';
import { deleteImageCacheOfSite, toImageCacheDir } from '#server/api/media/image-cache.ts';
import { OperatorError } from '#server/operator-error.ts';
import {
  connectForBackup,
  limitTransactionToSite,
  quoteSqlIdentifiers,
  readTablesWithSiteRows,
} from './backup-connection.ts';
import type { SiteBackupEntry } from './backup-manifest.ts';

/**
 * Erases the rows, queued jobs and files of a removed site after it has been backed up, except files that other sites
 * use. The site's row in `sites` stays without content, so that the site's id is never given to another estate.
 * @throws OperatorError if the numbers of rows differ from those of the backup; nothing is erased then.
 */
export async function purgeRemovedSite(
  { connection, filesDir, dataDir }: { connection: pg.ClientConfig; filesDir: string; dataDir: string },
  backup: SiteBackupEntry,
): Promise<void> {
  const client = await connectForBackup(connection);
  try {
    await client.query('begin');
    const unreferencedFiles = await deleteRows(client, backup);
    await client.query(`delete from ${jobsSchemaName}._private_jobs where payload ->> 'site' = $1`, [
      String(backup.id),
    ]);
    await client.query(`delete from rate_limits where starts_with(key, $1)`, [`${backup.id}:`]);
    await client.query('select pg_notify($1, $2)', [siteChangesChannel, String(backup.id)]);
    await client.query('commit');
    for (const hash of unreferencedFiles) await deleteUnusedFile(client, filesDir, backup.id, hash);
    await deleteImageCacheOfSite(toImageCacheDir(dataDir), backup.id);
  } finally {
    await client.end();
  }
}

/** @returns The hashes of all files that the site used, or that were unreferenced and not deleted yet. */
async function deleteRows(client: pg.ClientBase, { id, rows }: SiteBackupEntry): Promise<string[]> {
  const tables = await readTablesWithSiteRows(client);
  await limitTransactionToSite(client, id);
  for (const { name } of tables.toReversed()) {
    if (name === 'sites' || name === unreferencedFilesTable) continue;
    // The condition repeats what row-level security enforces, so that a mistake in a policy cannot erase the rows of
    // other sites.
    const { rowCount } = await client.query(`delete from ${quoteSqlIdentifiers(client, [name])} where site_id = $1`, [
      id,
    ]);
    if (rowCount === rows[name]) continue;
    throw new OperatorError(
      `The site has changed since the export (${name}: ${rowCount} rows instead of ${rows[name] ?? 0}), so nothing was ` +
        'erased. Run the command again.',
      { exitCode: 75 },
    );
  }
  await client.query(
    `update sites set name = '', hosts = '[]', origins = '{}', removed_at = coalesce(removed_at, now()), purged_at = now(),
            domain_verification_key = gen_random_uuid(), change_count = change_count + 1 where id = $1`,
    [id],
  );
  // Triggers add the files of the rows deleted above to this table.
  const unreferenced = await client.query<{ hash: string }>(
    `delete from ${unreferencedFilesTable} where site_id = $1 returning hash`,
    [id],
  );
  await limitTransactionToSite(client, null);
  return unreferenced.rows.map(({ hash }) => hash);
}

const unreferencedFilesTable = 'unreferenced_files';

/** Deletes a stored file unless another site uses it or has it among its unreferenced files. */
async function deleteUnusedFile(client: pg.Client, filesDir: string, siteId: number, hash: string): Promise<void> {
  await beginWithFileLock(client, hash);
  await limitTransactionToSite(client, siteId);
  if (!(await isFileInUse(drizzle(client), hash, epoch))) await rm(toStoredFilePath(filesDir, hash), { force: true });
  await client.query('commit');
}

const lockRetryMs = 500;

/** Begins a transaction with the file's lock, as soon as no import or upload holds it. */
async function beginWithFileLock(client: pg.Client, hash: string): Promise<void> {
  await client.query('begin');
  while (!(await tryLockForDeletion(drizzle(client), hash))) {
    await client.query('rollback');
    await setTimeout(lockRetryMs);
    await client.query('begin');
  }
}

/**
 * With this date, unreferenced files of other sites count as used whatever their age, because the cleanup job deletes
 * such files after their retention period.
 */
const epoch = new Date(0);
