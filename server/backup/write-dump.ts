import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { jobsSchemaName } from '#server/api/jobs/prepare-jobs.ts';
import { limitTransactionToSite, quoteSqlIdentifiers } from './backup-connection.ts';
import { dumpSectionEnd, formatDumpSectionStart, queuedJobsSectionName } from './dump-format.ts';
import type { TableWithSiteRows } from './tables-with-site-rows.ts';

export interface SiteDumpSummary {
  rows: Record<string, number>;
  jobs: number;
  /** SHA-256 of the compressed dump, in hexadecimal. */
  sha256: string;
}

/** The columns of the section with queued jobs: the parameters of graphile-worker's `add_job`, in their order. */
export const queuedJobColumns = [
  'identifier',
  'payload',
  'queue_name',
  'run_at',
  'max_attempts',
  'job_key',
  'priority',
  'flags',
];

/** Jobs that have used all their attempts are left out, because restoring them would start them again. */
const jobsQuery = (siteId: number) => `
  select task.identifier, job.payload::text, queue.queue_name, job.run_at, job.max_attempts, job.key, job.priority,
         (select array_agg(flag) from jsonb_object_keys(job.flags) flag)
    from ${jobsSchemaName}._private_jobs job
    join ${jobsSchemaName}._private_tasks task on task.id = job.task_id
    left join ${jobsSchemaName}._private_job_queues queue on queue.id = job.job_queue_id
   where job.payload ->> 'site' = '${siteId}' and job.attempts < job.max_attempts`;

/**
 * Writes the rows and queued jobs of one site, as the transaction of `client` sees them. Rows are read with the rights
 * of `cuvee_app`, because forced row-level security hides them from the database's owner.
 */
export async function writeSiteDump(
  client: pg.ClientBase,
  siteId: number,
  tables: readonly TableWithSiteRows[],
  file: string,
): Promise<SiteDumpSummary> {
  const rows: Record<string, number> = {};
  let jobs = 0;
  async function* sections(): AsyncGenerator<Buffer> {
    await limitTransactionToSite(client, siteId);
    for (const { name, columns, siteColumn } of tables) {
      const query = `select ${quoteSqlIdentifiers(client, columns)} from ${quoteSqlIdentifiers(client, [name])} where ${siteColumn} = ${siteId}`;
      yield formatDumpSectionStart({ table: name, columns });
      rows[name] = yield* copyRows(client, query);
      yield dumpSectionEnd;
    }
    await limitTransactionToSite(client, null);
    yield formatDumpSectionStart({ table: queuedJobsSectionName, columns: queuedJobColumns });
    jobs = yield* copyRows(client, jobsQuery(siteId));
    yield dumpSectionEnd;
  }
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(sections()),
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
  );
  return { rows, jobs, sha256: hash.digest('hex') };
}

/** Yields the rows of a query in COPY text format. @returns The number of rows. */
async function* copyRows(client: pg.ClientBase, query: string): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(`copy (${query}) to stdout`));
  for await (const chunk of stream) yield chunk as Buffer;
  return stream.rowCount;
}
