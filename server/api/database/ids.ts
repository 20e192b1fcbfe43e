import { inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SiteTx } from './site-transaction.ts';
import { getTableShape } from './table-rows.ts';

/**
 * The highest id that counts as used. A higher one was chosen by a person; the next id after it would soon exceed the
 * column's bound, and nothing more could be created.
 */
const highestCountedId = 2_000_000_000;

/**
 * Assigns ids for new rows of a table whose key is `id`. Concurrent transactions get distinct ids, and the ids of rows
 * that staff have deleted are never assigned again.
 * @param count Number of ids; with 0, the call only records the highest existing id, before a row is deleted.
 */
export async function allocateIds(tx: SiteTx, table: PgTable, count: number): Promise<number[]> {
  const { name } = getTableShape(table);
  const { rows } = await tx.execute<{ lastId: number }>(sql`
    insert into id_counters as c (kind, last_id)
    select ${name}, coalesce(max(id) filter (where id <= ${highestCountedId}), 0) + ${count}::integer from ${sql.identifier(name)}
    on conflict (site_id, kind) do update set last_id = greatest(c.last_id + ${count}::integer, excluded.last_id)
    returning last_id as "lastId"`);
  const lastId = rows[0]?.lastId ?? 0;
  return Array.from({ length: count }, (_, index) => lastId - count + 1 + index);
}

/** Records `highestId` as used, so that no id up to it is assigned any more. */
export async function reserveIdsUpTo(tx: SiteTx, table: PgTable, highestId: number): Promise<void> {
  const { name } = getTableShape(table);
  await tx.execute(sql`
    insert into id_counters as c (kind, last_id) values (${name}, ${Math.min(highestId, highestCountedId)}::integer)
    on conflict (site_id, kind) do update set last_id = greatest(c.last_id, excluded.last_id)`);
}

type RowInput = Record<string, unknown>;

export async function assignMissingIds(tx: SiteTx, table: PgTable, inputs: unknown): Promise<unknown> {
  if (!Array.isArray(inputs)) return inputs;
  const isNew = (input: unknown): input is RowInput =>
    typeof input === 'object' && input !== null && !('id' in input && input.id !== undefined);
  const ids = await allocateIds(tx, table, inputs.filter(isNew).length);
  return inputs.map((input: unknown) => (isNew(input) ? { ...input, id: ids.shift() } : input));
}

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
