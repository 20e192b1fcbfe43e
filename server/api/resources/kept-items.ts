import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { rowHashSql } from '#server/api/database/imported-row-hashes.ts';
import { recordPendingRevert } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape, joinSqlWithCommas, type TableShape } from '#server/api/database/table-rows.ts';
import { createResourceItemRef, type ItemKey, type Resource, toRevisionKind } from './resource.ts';

interface ItemTable {
  shape: TableShape;
  /** The column with the key of the item; null if all rows of the site belong to its only item. */
  keyColumn: string | null;
}

/**
 * Finds the imported items that the next import keeps: since the last import, staff have edited, deleted or added rows
 * of these items, and no revert of them is pending.
 */
export async function findKeptItemKeys(
  tx: SiteTx,
  resource: Resource,
  keys: readonly ItemKey[],
): Promise<ReadonlySet<ItemKey>> {
  if (keys.length === 0) return new Set();
  await fixTimeZone(tx);
  const byRef = new Map(keys.map((key) => [createResourceItemRef(resource, key).key, key]));
  const refs = sql`${joinSqlWithCommas([...byRef.keys()].map((ref) => sql`${ref}`))}`;
  const changed = new Set<string>();
  const tables = listTables(resource);
  for (const table of tables) {
    const { rows } = await tx.execute<{ item: string }>(sql`
      select ${itemKeySql(table)} as item from ${sql.identifier(table.shape.name)} t, import_rows i
       where ${isRecordOfRowSql(table)} and i.hash <> ${rowHashSql(sql`i.columns`)} and ${itemKeySql(table)} in (${refs})
       union
      select i.item from import_rows i
       where i.table_name = ${table.shape.name} and i.item in (${refs}) and not exists
             (select from ${sql.identifier(table.shape.name)} t where ${isRecordOfRowSql(table)})
       union
      select ${itemKeySql(table)} from ${sql.identifier(table.shape.name)} t
       where ${itemKeySql(table)} in (${refs}) and not exists (select from import_rows i where ${isRecordOfRowSql(table)})
         and exists (select from import_rows i
                      where i.table_name in (${joinSqlWithCommas(tables.map(({ shape }) => sql`${shape.name}`))})
                        and i.item = ${itemKeySql(table)})`);
    for (const { item } of rows) changed.add(item);
  }
  const { rows: pending } = await tx.execute<{ key: string }>(sql`
    select key from row_revisions
     where kind = ${toRevisionKind(resource)} and key in (${refs}) and revert_requested_at is not null`);
  for (const { key } of pending) changed.delete(key);
  return new Set([...byRef].flatMap(([ref, key]) => (changed.has(ref) ? [key] : [])));
}

/**
 * Requests that the next import replaces an item, with its rows in other tables, by the version of the site's folder.
 * An edit before that import cancels the request. The caller must have locked the item.
 * @returns False if no import would have kept the item.
 */
export async function requestItemRevertToImport(tx: SiteTx, resource: Resource, key: ItemKey): Promise<boolean> {
  const kept = await findKeptItemKeys(tx, resource, [key]);
  if (kept.size === 0) return false;
  await recordPendingRevert(tx, createResourceItemRef(resource, key));
  return true;
}

/**
 * Sets the time zone that imports use, because hashes cover timestamps as text, which depends on the session's time
 * zone.
 */
const fixTimeZone = (tx: SiteTx) => tx.execute(sql`select set_config('timezone', 'UTC', true)`);

function listTables({ table, key, column, parts = {} }: Resource): ItemTable[] {
  return [
    ...(table ? [toItemTable(table, column ?? key)] : []),
    ...Object.values(parts).map((part) => toItemTable(part.table, part.foreignKey ?? null)),
  ];
}

function toItemTable(table: PgTable, property: string | null): ItemTable {
  const shape = getTableShape(table);
  const column = [...shape.properties].find(([, name]) => name === property)?.[0];
  if (property !== null && column === undefined) throw new Error(`the table has no property ${property}`);
  return { shape, keyColumn: column ?? null };
}

/** Returns the SQL condition that `i` is the record of the imported row `t`. */
function isRecordOfRowSql({ shape }: ItemTable): SQL {
  const columns = shape.key.map((column) => sql`t.${sql.identifier(column)}`);
  const key = columns.length === 0 ? sql`'[]'` : sql`jsonb_build_array(${joinSqlWithCommas(columns)})::text`;
  return sql`i.site_id = t.site_id and i.table_name = ${shape.name} and i.key = ${key}`;
}

/** Returns the SQL expression for the key of the item to which a row `t` belongs, as a JSON array. */
const itemKeySql = ({ keyColumn }: ItemTable): SQL =>
  keyColumn === null ? sql`'[]'` : sql`jsonb_build_array(t.${sql.identifier(keyColumn)})::text`;
