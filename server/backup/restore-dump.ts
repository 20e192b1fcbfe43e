import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hostingChangesChannel, siteChangesChannel } from '#server/api/changes/notify-site-changed.ts';
import { jobsSchemaName } from '#server/api/jobs/prepare-jobs.ts';
import { limitTransactionToSite, quoteSqlIdentifiers } from './backup-connection.ts';
import type { SiteBackupEntry } from './backup-manifest.ts';
import { type DumpSection, queuedJobsSectionName } from './dump-format.ts';
import { readSiteDump } from './read-dump.ts';
import type { TableWithSiteRows } from './tables-with-site-rows.ts';

/**
 * Restores one site in the transaction of `client`. Rows are first copied into a temporary table, because PostgreSQL
 * does not allow COPY into a table with row-level security. From there they are inserted with the rights of
 * `cuvee_app`, so a backup cannot write to another site than its own.
 * @throws Error if the numbers of restored rows differ from those in the backup's manifest.
 */
export async function restoreSiteDump(
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
