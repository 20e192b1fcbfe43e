import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import {
  type BackupManifest,
  getBackupFilesDir,
  getBackupSiteFolderPath,
  getSiteDumpPath,
  type SiteBackupEntry,
} from './backup-manifest.ts';
import { countLinesInChunk, queuedJobsSectionName, readSiteDump } from './dump-format.ts';

/** Hashes a file with SHA-256. Returns the hash in hexadecimal; null if the file cannot be read. */
export async function hashReadableFile(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/**
 * Compares a backup with its manifest: the checksums of all files and the numbers of rows.
 * @returns The differences found.
 */
export async function findBackupIssues(dir: string, manifest: BackupManifest): Promise<string[]> {
  const issues: string[] = [];
  for (const site of manifest.sites) for (const each of await findDumpIssues(dir, site)) issues.push(each);
  for (const { hash } of manifest.files)
    if ((await hashReadableFile(toStoredFilePath(getBackupFilesDir(dir), hash))) !== hash)
      issues.push(`the file ${hash} is missing or damaged`);
  for (const { folder, files } of manifest.siteFolders)
    for (const { path, sha256 } of files)
      if ((await hashReadableFile(join(getBackupSiteFolderPath(dir, folder), path))) !== sha256)
        issues.push(`${folder}/${path} is missing or damaged`);
  return issues;
}

async function findDumpIssues(dir: string, site: SiteBackupEntry): Promise<string[]> {
  if ((await hashReadableFile(getSiteDumpPath(dir, site.id))) !== site.sha256)
    return [`the dump of site ${site.id} is missing or damaged`];
  const expected: Record<string, number> = { ...site.rows, [queuedJobsSectionName]: site.jobs };
  const issues: string[] = [];
  for await (const { table, rows } of readSiteDump(dir, site.id)) {
    let count = 0;
    for await (const chunk of rows) count += countLinesInChunk(chunk);
    if (count !== expected[table])
      issues.push(`site ${site.id}: ${table} has ${count} rows instead of ${expected[table] ?? 0}`);
    delete expected[table];
  }
  return [...issues, ...Object.keys(expected).map((table) => `site ${site.id}: ${table} is missing`)];
}
