import { inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SiteTx } from './site-transaction.ts';

/**
 * Finds those of `ids` that have a row in the table. It checks references that are stored as JSON, where no foreign key
 * can. Like a foreign key, it prevents the deletion of the rows until the transaction ends.
 */
export async function lockExistingIds(
  tx: SiteTx,
  table: PgTable & { id: PgColumn },
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(inArray(table.id, [...new Set(ids)]))
    .for('key share');
  return new Set(rows.map(({ id }) => Number(id)));
}

/**
 * Finds those of `ids` that have no row in the table. The rows that exist are locked as by `lockExistingIds`.
 */
export async function lockIdsOrFindMissing(
  tx: SiteTx,
  table: PgTable & { id: PgColumn },
  ids: readonly number[],
): Promise<number[]> {
  const existing = await lockExistingIds(tx, table, ids);
  return ids.filter((id) => !existing.has(id));
}
