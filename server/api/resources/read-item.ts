import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { rowRevisions } from '#server/api/database/row-revisions-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createResourceItemRef,
  type ItemInput,
  type ItemKey,
  type Resource,
  type ResourceChildTable,
  type StoredRowWithParts,
  toRevisionKind,
} from './resource.ts';

/** An item as the input that saves it unchanged, and its revision, on which the next save must be based. */
export interface StoredItem<Item = ItemInput> {
  key: ItemKey;
  revision: number;
  item: Item;
  /** The time at which the item was archived because orders refer to it; null for an item that is not archived. */
  archivedAt: Date | null;
  /** Facts of the item that cannot be edited; absent for resources that have none. */
  info?: Readonly<Record<string, string | number>>;
}

/** Reads an item with its rows in other tables. Returns null if it does not exist. */
export async function readItem<Item>(
  tx: SiteTx,
  resource: Resource<Item>,
  key: ItemKey,
): Promise<StoredItem<Item> | null> {
  return (await readItems(tx, resource, [key]))[0] ?? null;
}

/**
 * Reads items with their rows in other tables, with one query for each table.
 * @returns The items in the order of `keys`. Items that do not exist are left out.
 */
export async function readItems<Item>(
  tx: SiteTx,
  resource: Resource<Item>,
  keys: readonly ItemKey[],
): Promise<StoredItem<Item>[]> {
  const { table, column = resource.key } = resource;
  const rows = table
    ? Map.groupBy(await readRows(tx, table, column, keys), (row) => (column === null ? keys[0] : row[column]))
    : new Map(keys.map((key) => [key as unknown, [{ [column ?? 'key']: key }]]));
  const parts = await readParts(tx, resource, keys);
  const revisions = await readRevisions(tx, resource, keys);
  return keys.flatMap((key) => {
    const [row] = rows.get(key) ?? [];
    if (!row) return [];
    const ownParts = Object.fromEntries([...parts].map(([name, rowsOf]) => [name, rowsOf(key)]));
    const item = resource.toInput({ ...row, ...ownParts });
    const archivedAt = row.archivedAt instanceof Date ? row.archivedAt : null;
    const revision = revisions.get(createResourceItemRef(resource, key).key) ?? 0;
    return [{ key, revision, item, archivedAt, ...(resource.describe && { info: resource.describe(row) }) }];
  });
}

type RowsOfItem = (key: ItemKey) => StoredRowWithParts[];

/** Reads the rows of items in other tables, except secret ones. */
async function readParts(
  tx: SiteTx,
  { parts = {} }: Pick<Resource, 'parts'>,
  keys: readonly ItemKey[],
): Promise<Map<string, RowsOfItem>> {
  const result = new Map<string, RowsOfItem>();
  const readable = Object.entries(parts).filter(([, { isSecret }]) => !isSecret);
  for (const [name, part] of readable) result.set(name, await readPart(tx, part, keys));
  return result;
}

async function readPart(
  tx: SiteTx,
  { table, foreignKey }: ResourceChildTable,
  keys: readonly ItemKey[],
): Promise<RowsOfItem> {
  const rows = await readRows(tx, table, foreignKey ?? null, keys);
  if (foreignKey === undefined) return () => rows;
  const byItem = Map.groupBy(rows, (row) => row[foreignKey]);
  return (key) => byItem.get(key) ?? [];
}

/** Reads the rows whose `property` is one of the keys, or all rows of the site if `property` is null. */
async function readRows(
  tx: SiteTx,
  table: PgTable,
  property: string | null,
  keys: readonly ItemKey[],
): Promise<StoredRowWithParts[]> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const keyColumn = property === null ? undefined : columns[property];
  if (property !== null && !keyColumn) throw new Error(`the table has no property ${property}`);
  const rows = await tx
    .select()
    .from(table)
    .where(keyColumn && inArray(keyColumn, [...keys]))
    .orderBy(...listOrderColumns(table, columns).map((column) => asc(column)));
  return rows.map(({ siteId: _, ...row }: StoredRowWithParts) => row);
}

/**
 * Returns the columns by which rows are sorted. The primary key sorts rows without a position or id, so that each read
 * returns the same order.
 */
const listOrderColumns = (table: PgTable, { position, id }: Record<string, PgColumn>): PgColumn[] =>
  [position, id, ...getTableConfig(table).primaryKeys.flatMap((key) => key.columns)].filter(
    (column) => column !== undefined,
  );

async function readRevisions(
  tx: SiteTx,
  resource: Pick<Resource, 'table' | 'name' | 'key'>,
  keys: readonly ItemKey[],
): Promise<Map<string, number>> {
  const recordedKeys = keys.map((key) => createResourceItemRef(resource, key).key);
  const rows = await tx
    .select({ key: rowRevisions.key, revision: rowRevisions.revision })
    .from(rowRevisions)
    .where(and(eq(rowRevisions.kind, toRevisionKind(resource)), inArray(rowRevisions.key, recordedKeys)));
  return new Map(rows.map(({ key, revision }) => [key, revision]));
}
