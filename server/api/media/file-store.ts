import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';

export interface FileLockTx {
  execute(query: SQL): Promise<{ rows: unknown[] }>;
}

/** First key of the advisory locks: an arbitrary number, unique among the advisory locks with two keys. */
const fileLock = 7_302_406;

/**
 * The second key: the first byte of the hash. Files share 256 locks, because an import stores thousands of files in one
 * transaction and PostgreSQL's table of locks is small.
 */
const toLockKey = (hash: string): number => Number.parseInt(hash.slice(0, 2), 16);

/**
 * Excludes the deletion of the stored files with these hashes until the transaction ends. Files must be stored, and the
 * rows that refer to them saved, in a transaction that has called this function before. A deletion then either happens
 * before the file is stored or finds the rows.
 */
export async function lockStoredFiles(tx: FileLockTx, hashes: readonly string[]): Promise<void> {
  const keys = [...new Set(hashes.map(toLockKey))].sort((a, b) => a - b);
  if (keys.length === 0) return;
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${fileLock}, key) from unnest(${sql.param(keys)}::integer[]) key`,
  );
}

/**
 * Excludes transactions that store the file until this transaction ends. The function does not wait for the lock,
 * because later uploads under the same lock would queue behind it.
 * @returns False if a transaction that stores files holds the lock.
 */
export async function tryLockForDeletion(tx: FileLockTx, hash: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select pg_try_advisory_xact_lock(${fileLock}, ${toLockKey(hash)}) as "isLocked"`,
  );
  return (rows[0] as { isLocked: boolean }).isLocked;
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

/**
 * Returns the path of a stored original file. Files are named after the SHA-256 of their content in hexadecimal, so
 * that sites share equal files and a file never changes. Which site may read a file is decided by the tables that refer
 * to its hash.
 */
export function toStoredFilePath(filesDir: string, hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`invalid SHA-256 hash: ${hash}`);
  return join(filesDir, hash.slice(0, 2), hash);
}

/** Name of the folder beside the stored files in which uploads are received. */
export const uploadFolderName = 'uploads';

/**
 * Stores `bytes` atomically. Storing the same bytes again changes nothing. The caller must hold the lock of
 * `lockStoredFiles` until the row that refers to the file is committed, or store the file again under that lock.
 * @returns The SHA-256 of the bytes, in hexadecimal.
 */
export async function storeFile(filesDir: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await storeFileWithKnownHash(filesDir, hash, bytes);
  return hash;
}

/** Like `storeFile`, for bytes whose SHA-256 is known. */
export async function storeFileWithKnownHash(filesDir: string, hash: string, bytes: Uint8Array): Promise<void> {
  const path = toStoredFilePath(filesDir, hash);
  const size = await sizeOf(path);
  if (size !== bytes.byteLength) await writeFileAtomically(path, bytes);
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hasher = createHash('sha256');
  for await (const chunk of createReadStream(path)) hasher.update(chunk as Buffer);
  return hasher.digest('hex');
}

/** Waits until the content of a file is on the disk. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/**
 * Moves a flushed temporary file into the store, unless the store already has a file with this content. The temporary
 * file must be on the same file system.
 */
export async function moveFlushedFileIntoStore(
  filesDir: string,
  temporaryPath: string,
  { hash, byteLength }: { hash: string; byteLength: number },
): Promise<void> {
  const path = toStoredFilePath(filesDir, hash);
  if ((await sizeOf(path)) === byteLength) return;
  await mkdir(dirname(path), { recursive: true });
  await rename(temporaryPath, path);
}

export async function countStoredFiles(filesDir: string, hashes: readonly string[]): Promise<number> {
  const sizes = await Promise.all(hashes.map((hash) => sizeOf(toStoredFilePath(filesDir, hash))));
  return sizes.filter((size) => size !== null).length;
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => found.size,
    () => null,
  );

/** Writes and flushes a temporary file and then renames it, so that readers never see a partial file. */
export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(temporaryPath, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
