import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type pg from 'pg';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { limitTransactionToSite } from './backup-connection.ts';
import {
  type BackupManifest,
  getBackupFilesDir,
  getBackupSiteFolderPath,
  type SiteFolderBackupEntry,
} from './backup-manifest.ts';
import { hashReadableFile } from './hash-readable-file.ts';

/** Reads the SHA-256 hashes of the pictures and other files to which a site refers. */
export async function readReferencedFileHashes(client: pg.ClientBase, siteId: number): Promise<string[]> {
  await limitTransactionToSite(client, siteId);
  const { rows } = await client.query<{ hash: string }>(
    `select hash from images where site_id = $1 union select hash from files where site_id = $1 order by hash`,
    [siteId],
  );
  await limitTransactionToSite(client, null);
  return rows.map(({ hash }) => hash);
}

/** Copies media files into a backup. Missing and damaged files are returned instead of copied. */
export async function backUpMediaFiles(
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
export async function backUpSiteFolders(
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
