import { rm } from 'node:fs/promises';
import pg from 'pg';
import { siteChangesChannel } from '#server/api/changes/notify-site-changed.ts';
import { jobsSchemaName } from '#server/api/jobs/prepare-jobs.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readReferencedFileHashes } from './back-up-files.ts';
import type { SiteBackupEntry } from './backup-manifest.ts';
import {
  limitTransactionToSite,
  quoteSqlIdentifiers,
  readTablesWithSiteRows,
  removeConnectionTimeouts,
} from './database-catalogue.ts';

/**
 * Erases the rows, queued jobs and files of a removed site after it has been backed up. Its row in `sites` stays
 * without content, so that its id is never given to another estate.
 * @throws OperatorError if the rows differ from those of the backup; nothing is erased then.
 */
export async function eraseBackedUpSite(
  { connection, filesDir }: { connection: pg.ClientConfig; filesDir: string },
  backup: SiteBackupEntry,
): Promise<void> {
  const client = new pg.Client(removeConnectionTimeouts(connection));
  await client.connect();
  try {
    await client.query('begin');
    await deleteRows(client, backup);
    await client.query(`delete from ${jobsSchemaName}._private_jobs where payload ->> 'site' = $1`, [
      String(backup.id),
    ]);
    await client.query(`delete from rate_limits where starts_with(key, $1)`, [`${backup.id}:`]);
    await client.query('select pg_notify($1, $2)', [siteChangesChannel, String(backup.id)]);
    await client.query('commit');
    for (const hash of await findUnusedFiles(client, backup.files))
      await rm(toStoredFilePath(filesDir, hash), { force: true });
  } finally {
    await client.end();
  }
}

async function deleteRows(client: pg.ClientBase, { id, rows }: SiteBackupEntry): Promise<void> {
  const tables = await readTablesWithSiteRows(client);
  await limitTransactionToSite(client, id);
  for (const { name } of tables.toReversed()) {
    if (name === 'sites') continue;
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
            change_count = change_count + 1 where id = $1`,
    [id],
  );
  await limitTransactionToSite(client, null);
}

/** Finds the files to which no other site refers. */
async function findUnusedFiles(client: pg.ClientBase, hashes: readonly string[]): Promise<Set<string>> {
  const unused = new Set(hashes);
  const { rows } = await client.query<{ id: number }>('select id from sites where purged_at is null');
  await client.query('begin');
  for (const { id } of rows) for (const hash of await readReferencedFileHashes(client, id)) unused.delete(hash);
  await client.query('rollback');
  return unused;
}
