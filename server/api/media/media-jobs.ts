import { readdir, rm } from 'node:fs/promises';
import { and, asc, eq, lt } from 'drizzle-orm';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type JobDefinitions, type JobTask, LoggableJobError } from '#server/api/jobs/task-list.ts';
import { countStoredFiles, isFileInUse, toStoredFilePath, tryLockForDeletion, uploadFolderName } from './file-store.ts';
import { deleteCachedConversionsOfImage, toImageCacheDir } from './image-cache.ts';
import { files, filesUnreferencedBySite, images } from './media-tables.ts';

/**
 * Finds stored files to which the site ceased to refer before a time, the earliest first. The site may have begun to
 * refer to them again.
 */
async function readUnreferencedHashes(tx: SiteTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ hash: filesUnreferencedBySite.hash })
    .from(filesUnreferencedBySite)
    .where(lt(filesUnreferencedBySite.unreferencedSince, before))
    .orderBy(asc(filesUnreferencedBySite.unreferencedSince))
    .limit(limit);
  return rows.map(({ hash }) => hash);
}

/** Returns the hashes of the images and files of the site with the lowest ids, up to `limit` of each. */
async function readFirstMediaHashes(tx: SiteTx, limit: number): Promise<string[]> {
  const ofImages = await tx.select({ hash: images.hash }).from(images).orderBy(asc(images.id)).limit(limit);
  const ofFiles = await tx.select({ hash: files.hash }).from(files).orderBy(asc(files.id)).limit(limit);
  return [...ofImages, ...ofFiles].map(({ hash }) => hash);
}

/** @returns False if no record is older than `before`. */
async function deleteUnreferencedFileRow(tx: SiteTx, hash: string, before: Date): Promise<boolean> {
  const deleted = await tx
    .delete(filesUnreferencedBySite)
    .where(and(eq(filesUnreferencedBySite.hash, hash), lt(filesUnreferencedBySite.unreferencedSince, before)))
    .returning({ hash: filesUnreferencedBySite.hash });
  return deleted.length > 0;
}

async function hasSiteMediaWithHash(tx: SiteTx, hash: string): Promise<boolean> {
  return (await tx.$count(images, eq(images.hash, hash))) + (await tx.$count(files, eq(files.hash, hash))) > 0;
}

export interface MediaJobDependencies {
  filesDir: string;
  dataDir: string;
}

/**
 * Days for which a stored file is kept after the last site has ceased to use it (docs/operators/backup.md). The period
 * must be longer than a backup takes, because a backup copies the files after it has read the database.
 */
const unusedFileDays = 7;
/** Maximum number of files of a site that one run deletes. The next run continues. */
const maxFilesPerRun = 1_000;
/** Maximum numbers of images and of files of a site whose presence shows that the volume is mounted. */
const maxSampledFiles = 20;

export const createMediaJobs = (dependencies: MediaJobDependencies): Required<Pick<JobDefinitions, 'hourly'>> => ({
  hourly: { 'delete-unused-files': createUnusedFilesTask(dependencies) },
});

const createUnusedFilesTask =
  (dependencies: MediaJobDependencies): JobTask =>
  async ({ db, siteId, signal }) => {
    const before = new Date(Date.now() - unusedFileDays * 86_400_000);
    const { hashes, used } = await withSiteTransaction(db, siteId, async (tx) => ({
      hashes: await readUnreferencedHashes(tx, before, maxFilesPerRun),
      used: await readFirstMediaHashes(tx, maxSampledFiles),
    }));
    if (hashes.length === 0) return;
    await assertStoreReachable(dependencies.filesDir, used);
    for (const hash of hashes) {
      if (signal.aborted) return;
      await withSiteTransaction(db, siteId, (tx) => deleteUnreferencedFile(tx, dependencies, hash, before));
    }
  };

/**
 * Throws if the volume with the stored files is not mounted, because the records of unreferenced files would otherwise
 * be deleted without the files. The store never removes its subfolders, so a folder without any means an unmounted
 * volume. As uploads may have created some in the mount point, most of the `used` files must be there too.
 */
async function assertStoreReachable(filesDir: string, used: readonly string[]): Promise<void> {
  const entries = await readdir(filesDir).catch(() => []);
  if (entries.every((name) => name === uploadFolderName))
    throw new LoggableJobError(`FILES_DIR ${filesDir} is missing or empty`);
  if ((await countStoredFiles(filesDir, used)) * 2 < used.length)
    throw new LoggableJobError(`FILES_DIR ${filesDir} lacks most files of the site`);
}

/**
 * Deletes a stored file and its conversions, unless they are in use again. The file is deleted before the transaction
 * commits: if the commit fails, the next run finds the record again.
 */
async function deleteUnreferencedFile(
  tx: SiteTx,
  { filesDir, dataDir }: MediaJobDependencies,
  hash: string,
  before: Date,
): Promise<void> {
  if (!(await tryLockForDeletion(tx, hash))) return;
  if (!(await deleteUnreferencedFileRow(tx, hash, before))) return;
  if (await hasSiteMediaWithHash(tx, hash)) return;
  await deleteCachedConversionsOfImage(toImageCacheDir(dataDir), { siteId: tx.siteId, hash });
  if (!(await isFileInUse(tx, hash, before))) await rm(toStoredFilePath(filesDir, hash), { force: true });
}
