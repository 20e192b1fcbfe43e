import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { findAndLockExistingIds } from './existing-ids.ts';
import type { SiteTx } from './site-transaction.ts';

/**
 * Finds those of `ids` that have no row in the table. The rows that exist are locked as by `findAndLockExistingIds`.
 */
export async function findMissingAndLockExistingIds(
  tx: SiteTx,
  table: PgTable & { id: PgColumn },
  ids: readonly number[],
): Promise<number[]> {
  const existing = await findAndLockExistingIds(tx, table, ids);
  return ids.filter((id) => !existing.has(id));
}
