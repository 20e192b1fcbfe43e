import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { lockStoredFiles } from '#server/api/media/file-locks.ts';
import { storeFile, toStoredFilePath } from '#server/api/media/file-store.ts';
import { getBackupFilesDir, getBackupSiteFolderPath } from './backup-manifest.ts';

/**
 * Copies the media files of a backup into the file store. Existing files are kept, because files with the same hash
 * have the same content. No file can be deleted as unused before the transaction of `client` ends.
 */
export async function restoreMediaFiles(
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
export async function restoreMissingSiteFolders(
  dir: string,
  folders: readonly string[],
  sitesDir: string,
): Promise<string[]> {
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
