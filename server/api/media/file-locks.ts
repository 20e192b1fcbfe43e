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
