import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { LockingTransaction } from './file-locks.ts';
import { files, images, releasedFiles } from './media-tables.ts';

/** Finds the stored files that the site released before a time, oldest first. */
export async function findReleasedFiles(tx: SiteTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ hash: releasedFiles.hash })
    .from(releasedFiles)
    .where(lt(releasedFiles.releasedAt, before))
    .orderBy(asc(releasedFiles.releasedAt))
    .limit(limit);
  return rows.map(({ hash }) => hash);
}

/**
 * Deletes the record that the site released a file.
 * @returns False if there is none from before that time.
 */
export async function deleteReleasedFileRow(tx: SiteTx, hash: string, before: Date): Promise<boolean> {
  const deleted = await tx
    .delete(releasedFiles)
    .where(and(eq(releasedFiles.hash, hash), lt(releasedFiles.releasedAt, before)))
    .returning({ hash: releasedFiles.hash });
  return deleted.length > 0;
}

/** Checks whether an image, font or video of the transaction's site has this content. */
export async function isFileUsedBySite(tx: SiteTx, hash: string): Promise<boolean> {
  return (await tx.$count(images, eq(images.hash, hash))) + (await tx.$count(files, eq(files.hash, hash))) > 0;
}

/**
 * Checks whether any site uses a stored file, or has released it since a time. The caller must hold the lock for its
 * deletion, so that no other transaction is about to use it.
 */
export async function isFileInUse(tx: LockingTransaction, hash: string, releasedBefore: Date): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select is_stored_file_in_use(${hash}, ${releasedBefore.toISOString()}::timestamptz) as used`,
  );
  return (rows[0] as { used: boolean }).used;
}
