import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readAppliedMigrationTimes } from '#server/api/database/applied-migrations.ts';
import { jobsSchemaName } from '#server/api/jobs/prepare-jobs.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { OperatorError } from '#server/operator-error.ts';
import {
  connectForBackup,
  limitTransactionToSite,
  quoteSqlIdentifiers,
  readTablesWithSiteRows,
  type TableWithSiteRows,
} from './backup-connection.ts';
import {
  type BackupManifest,
  backupFormatVersion,
  getBackupFilesDir,
  getBackupManifestPath,
  getBackupSiteFolderPath,
  getSiteDumpPath,
  type SiteBackupEntry,
  type SiteFolderBackupEntry,
} from './backup-manifest.ts';
import { hashReadableFile } from './check-backup.ts';
import { dumpSectionEnd, formatDumpSectionStart, queuedJobsSectionName } from './dump-format.ts';

interface BackupSource {
  connection: pg.ClientConfig;
  filesDir: string;
  siteFolders: ReadonlyMap<string, string>;
}

interface BackupOptions {
  /** The id of the only site to back up; by default all sites are backed up. */
  siteId?: number;
  onSite?: (done: number, total: number) => void;
}

async function readReferencedFileHashes(client: pg.ClientBase, siteId: number): Promise<string[]> {
  await limitTransactionToSite(client, siteId);
  const { rows } = await client.query<{ hash: string }>(
    `select hash from images where site_id = $1 union select hash from files where site_id = $1 order by hash`,
    [siteId],
  );
  await limitTransactionToSite(client, null);
  return rows.map(({ hash }) => hash);
}

/** Copies media files into a backup. Missing and damaged files are returned instead of copied. */
async function backUpMediaFiles(
  hashes: ReadonlySet<string>,
  filesDir: string,
  dir: string,
): Promise<Pick<BackupManifest, 'files' | 'missingFiles'>> {
  const files: BackupManifest['files'] = [];
  const missingFiles: string[] = [];
  for (const hash of [...hashes].sort()) {
    const target = toStoredFilePath(getBackupFilesDir(dir), hash);
    const copied = await copyFileTo(toStoredFilePath(filesDir, hash), target);
    if (copied?.sha256 === hash) files.push({ hash, bytes: copied.bytes });
    else {
      await rm(target, { force: true });
      missingFiles.push(hash);
    }
  }
  return { files, missingFiles };
}

/** Copies the folders of sites with all their files into a backup, except symbolic links. */
async function backUpSiteFolders(
  folders: readonly (readonly [name: string, path: string])[],
  dir: string,
): Promise<SiteFolderBackupEntry[]> {
  const backups: SiteFolderBackupEntry[] = [];
  for (const [folder, source] of folders) {
    const entries = await readdir(source, { recursive: true, withFileTypes: true });
    const files: SiteFolderBackupEntry['files'] = [];
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = relative(source, join(entry.parentPath, entry.name)).split(sep).join('/');
      const copied = await copyFileTo(join(source, path), join(getBackupSiteFolderPath(dir, folder), path));
      if (!copied) throw new Error(`${join(source, path)} cannot be read`);
      files.push({ path, ...copied });
    }
    backups.push({ folder, files });
  }
  return backups;
}

/** Copies a file. @returns Size and hash of the copy; null if the source cannot be read. */
async function copyFileTo(source: string, target: string): Promise<{ bytes: number; sha256: string } | null> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(source, target);
  } catch (error) {
    if (sourceErrorCodes.has((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
  const sha256 = await hashReadableFile(target);
  return sha256 === null ? null : { bytes: (await stat(target)).size, sha256 };
}

const sourceErrorCodes = new Set(['ENOENT', 'EACCES', 'EIO']);

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

interface SiteDumpSummary {
  rows: Record<string, number>;
  jobs: number;
  /** SHA-256 of the compressed dump, in hexadecimal. */
  sha256: string;
}

/** The columns of the section with queued jobs: the parameters of graphile-worker's `add_job`, in their order. */
const queuedJobColumns = [
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
async function writeSiteDump(
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
