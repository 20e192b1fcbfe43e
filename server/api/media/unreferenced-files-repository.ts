import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { FileLockTx } from './file-locks.ts';
import { files, filesUnreferencedBySite, images } from './media-tables.ts';

/**
 * Finds stored files to which the site ceased to refer before a time, the earliest first. The site may have begun to
 * refer to them again.
 */
export async function readUnreferencedHashes(tx: SiteTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ hash: filesUnreferencedBySite.hash })
    .from(filesUnreferencedBySite)
    .where(lt(filesUnreferencedBySite.unreferencedSince, before))
    .orderBy(asc(filesUnreferencedBySite.unreferencedSince))
    .limit(limit);
  return rows.map(({ hash }) => hash);
}

/** Returns the hashes of the images and files of the site with the lowest ids, up to `limit` of each. */
export async function readFirstMediaHashes(tx: SiteTx, limit: number): Promise<string[]> {
  const ofImages = await tx.select({ hash: images.hash }).from(images).orderBy(asc(images.id)).limit(limit);
  const ofFiles = await tx.select({ hash: files.hash }).from(files).orderBy(asc(files.id)).limit(limit);
  return [...ofImages, ...ofFiles].map(({ hash }) => hash);
}

/** @returns False if no record is older than `before`. */
export async function deleteUnreferencedFileRow(tx: SiteTx, hash: string, before: Date): Promise<boolean> {
  const deleted = await tx
    .delete(filesUnreferencedBySite)
    .where(and(eq(filesUnreferencedBySite.hash, hash), lt(filesUnreferencedBySite.unreferencedSince, before)))
    .returning({ hash: filesUnreferencedBySite.hash });
  return deleted.length > 0;
}

export async function hasSiteMediaWithHash(tx: SiteTx, hash: string): Promise<boolean> {
  return (await tx.$count(images, eq(images.hash, hash))) + (await tx.$count(files, eq(files.hash, hash))) > 0;
}

/**
 * Checks whether any site uses a stored file, or has used it since a time. The caller must hold the lock for its
 * deletion, so that no other transaction is about to use it.
 */
export async function isFileInUse(tx: FileLockTx, hash: string, unreferencedBefore: Date): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select is_stored_file_in_use(${hash}, ${unreferencedBefore.toISOString()}::timestamptz) as "isUsed"`,
  );
  return (rows[0] as { isUsed: boolean }).isUsed;
}
