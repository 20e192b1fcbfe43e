import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { rowRevisions } from '#server/api/database/row-revisions-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type ItemKey, type Resource, toItemRef } from './resource.ts';

type Row = Record<string, unknown>;

/** An item and its revision, on which the next save of the item must be based. */
export interface StoredItem {
  revision: number;
  item: Row;
}

/** Reads an item with its parts, as stored. Returns null if it does not exist. */
export async function readItem(tx: SiteTx, resource: Resource, key: ItemKey): Promise<StoredItem | null> {
  const { table, column = resource.key, parts = {} } = resource;
  const row = table ? (await readRows(tx, table, column, key))[0] : { [column ?? 'key']: key };
  if (!row) return null;
  const item: Row = { ...row };
  for (const [name, part] of Object.entries(parts))
    if (!part.isSecret) item[name] = await readRows(tx, part.table, part.by ?? null, key);
  const ref = toItemRef(resource, key);
  const [found] = await tx
    .select({ revision: rowRevisions.revision })
    .from(rowRevisions)
    .where(and(eq(rowRevisions.kind, ref.kind), eq(rowRevisions.key, ref.key)));
  return { revision: found?.revision ?? 0, item };
}

async function readRows(tx: SiteTx, table: PgTable, property: string | null, key: ItemKey): Promise<Row[]> {
  const columns = getTableColumns(table);
  const { position } = columns;
  const of = property === null ? undefined : columns[property];
  if (property !== null && !of) throw new Error(`the table has no property ${property}`);
  const rows = await tx
    .select()
    .from(table)
    .where(of && eq(of, key))
    .orderBy(...(position ? [asc(position)] : []));
  return rows.map(({ siteId: _, ...row }: Row) => row);
}
