import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { storeFile, toStoredFilePath } from '#server/api/media/file-store.ts';
import { backupFilesDir, backupSiteFolderPath } from './backup-manifest.ts';

/** Copies the originals of a backup into the file store. Existing files are kept, because their content is the same. */
export async function restoreMediaFiles(dir: string, hashes: Iterable<string>, filesDir: string): Promise<void> {
  for (const hash of hashes) {
    const stored = await storeFile(filesDir, await readFile(toStoredFilePath(backupFilesDir(dir), hash)));
    if (stored !== hash) throw new Error(`the file ${hash} of the backup is damaged`);
  }
}

/** Restores the folders that do not exist. @returns Those that exist and were left as they are. */
export async function restoreSiteFolders(dir: string, folders: readonly string[], sitesDir: string): Promise<string[]> {
  await mkdir(sitesDir, { recursive: true });
  const kept = folders.filter((folder) => existsSync(join(sitesDir, folder)));
  for (const folder of folders.filter((each) => !kept.includes(each))) {
    // The storefront ignores folders whose names begin with a dot, so it never sees an incomplete one.
    const draft = join(sitesDir, `.restore-${folder}`);
    await rm(draft, { recursive: true, force: true });
    await cp(backupSiteFolderPath(dir, folder), draft, { recursive: true });
    await rename(draft, join(sitesDir, folder));
  }
  return kept;
}
