import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { rowHashSql } from '#server/api/database/imported-row-hashes.ts';
import { clearAllPendingReverts } from '#server/api/database/row-revisions.ts';
import {
  doUpdateSetSql,
  joinSqlWithCommas as list,
  recordsetSql,
  toColumnValues,
  upsertSql,
} from '#server/api/database/row-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { getTableShape, type TableShape } from '#server/api/database/table-shape.ts';
import { archiveProductsInOrders, isInOrdersSql, type VariantKeptForBox } from './archive-products-in-orders.ts';
import { formatRowKey, getRowLabel } from './get-row-label.ts';
import { createItemKeySql, ImportItemRevisions, isRevertPendingSql } from './import-item-revisions.ts';
import {
  ignoredTimestampColumns,
  protectedRowConditions,
  tablesChangedWithoutStaffEdits,
  tablesInImportOrder,
  unhashedColumnNames,
} from './import-order.ts';
import {
  type DesiredRow,
  type ParentRowReference,
  planImport,
  type StoredRowState,
  type TableImportPlan,
  type TableImportState,
} from './plan-import.ts';

export interface ImportCounts {
  added: number;
  changed: number;
  removed: number;
  kept: number;
  omitted: number;
}

/** A row that an import leaves unchanged, because staff have edited it. */
export interface EditedRowKeptByImport {
  table: string;
  key: string;
  /** Text by which staff recognise the row; empty if the row has none. */
  label: string;
}

export interface ImportedRowChanges extends ImportCounts {
  keptRows: EditedRowKeptByImport[];
  keptInBoxes: VariantKeptForBox[];
}

export const sumTwoRowChanges = (a: ImportedRowChanges, b: ImportedRowChanges): ImportedRowChanges => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  removed: a.removed + b.removed,
  kept: a.kept + b.kept,
  omitted: a.omitted + b.omitted,
  keptRows: [...a.keptRows, ...b.keptRows],
  keptInBoxes: [...a.keptInBoxes, ...b.keptInBoxes],
});

/** A row that the site's folder defines. The database formats its key, so that it equals the keys of stored rows. */
interface DesiredTableRow extends DesiredRow {
  /** The values by column name. */
  row: Record<string, unknown>;
  /** The key of the item to which the row belongs. */
  item: string;
}

/** Writes the rows that the folder defines to the site's tables and removes obsolete rows, as `planImport` decides. */
export async function writeImportedRows(
  tx: SiteTx,
  desired: readonly RowsOfTable[],
  shouldOverwrite: boolean,
  onTable: (done: number, total: number) => void,
): Promise<ImportedRowChanges> {
  // The time zone is fixed, because hashes cover timestamps as text, which depends on the session's time zone.
  await tx.execute(sql`select set_config('timezone', 'UTC', true), set_config('statement_timeout', '0', true)`);
  await tx.execute(sql`set constraints all deferred`);
  const rowsByTable = new Map(desired.map(({ table, rows }) => [table, rows]));
  const shapes = tablesInImportOrder.map((table) => ({
    table,
    shape: getTableShape(table),
    rows: rowsByTable.get(table) ?? [],
  }));
  const states: TableImportState<DesiredTableRow>[] = [];
  for (const { table, shape, rows } of shapes) {
    const byColumn = rows.map((row) => toColumnValues(shape, row));
    states.push({
      table: shape.name,
      desired: await withKeys(tx, shape, byColumn),
      current: await readCurrentRows(tx, table, shape),
      isDependent: tablesChangedWithoutStaffEdits.has(table),
    });
  }
  const plans = planImport(states, shouldOverwrite);
  const revised = new ImportItemRevisions();
  const counts = { added: 0, changed: 0, removed: 0, kept: 0, omitted: 0 };
  const total: ImportedRowChanges = { ...counts, keptRows: [], keptInBoxes: [] };
  for (const [index, { shape }] of shapes.entries()) {
    const plan = plans[index];
    if (plan) await writeTable(tx, shape, plan, total, revised);
    onTable(index + 1, shapes.length);
  }
  for (const [index, { shape }] of [...shapes.entries()].reverse()) {
    const plan = plans[index];
    if (plan) await removeRows(tx, shape, plan, total, revised);
  }
  for (const [index, { shape }] of shapes.entries()) {
    const rows = states[index]?.desired ?? [];
    await recordItems(tx, shape, rows);
    await forgetObsoleteRows(tx, shape, rows);
  }
  total.keptInBoxes = await archiveProductsInOrders(tx, plans, revised);
  await revised.save(tx);
  await clearAllPendingReverts(tx);
  return total;
}

const id = sql.identifier;
const jsonArray = (columns: readonly string[], of: string) =>
  columns.length === 0
    ? sql`'[]'`
    : sql`jsonb_build_array(${list(columns.map((column) => sql`${id(of)}.${id(column)}`))})::text`;

/** Returns an SQL expression for the keys of the rows to which a row refers; null for an empty reference. */
const parentKeys = (shape: TableShape) =>
  shape.parents.length === 0
    ? sql`'[]'::jsonb`
    : sql`jsonb_build_array(${list(
        shape.parents.map(({ columns }) => {
          const missing = sql.join(
            columns.map((column) => sql`t.${id(column)} is null`),
            sql` or `,
          );
          return sql`case when ${missing} then null else ${jsonArray(columns, 't')} end`;
        }),
      )})`;

const toParents = (shape: TableShape, keys: readonly (string | null)[]): (ParentRowReference | null)[] =>
  shape.parents.map(({ table, isRequired }, index) => {
    const key = keys[index] ?? null;
    return key === null ? null : { table, key, isRequired };
  });

/**
 * Adds the keys of the folder's rows. The database formats them, so that timestamps and numbers have only one
 * representation.
 */
async function withKeys(
  tx: SiteTx,
  shape: TableShape,
  rows: readonly Record<string, unknown>[],
): Promise<DesiredTableRow[]> {
  if (rows.length === 0) return [];
  const { rows: keys } = await tx.execute<{
    key: string;
    parents: (string | null)[];
    item: string;
    isRevertPending: boolean;
  }>(
    sql`select ${jsonArray(shape.key, 't')} as key, ${parentKeys(shape)} as parents,
               ${createItemKeySql(shape)} as item, ${isRevertPendingSql(shape)} as "isRevertPending"
          from ${recordsetSql(shape, rows)} with ordinality as t order by t.ordinality`,
  );
  return rows.map((row, index) => {
    const { key = '', parents = [], item = '', isRevertPending = false } = keys[index] ?? {};
    return { key, parents: toParents(shape, parents), row, item, isRevertPending };
  });
}

/**
 * Returns an SQL condition for archived rows. They count as edited, so that an import restores them only with
 * `shouldOverwrite` or if a revert of their item is pending.
 */
const isArchivedSql = ({ properties }: TableShape) =>
  properties.has('archived_at') ? sql`t.archived_at is not null` : sql`false`;

const isProtectedSql = (table: PgTable) => sql`coalesce(${protectedRowConditions.get(table) ?? sql`false`}, false)`;

/**
 * Returns an SQL query for the rows that earlier imports wrote, and for those that staff created and deleted. If the
 * table no longer contains such a row, an import writes it again only with `shouldOverwrite` or for a pending revert.
 */
const recordsSql = ({ name }: TableShape) => sql`
  select key, columns, hash from import_rows where table_name = ${name}
   union all
  select key, '[]'::jsonb, '' from row_revisions r
   where kind = ${name} and deleted_at is not null
     and not exists (select from import_rows i where i.table_name = r.kind and i.key = r.key)`;

async function readCurrentRows(tx: SiteTx, table: PgTable, shape: TableShape): Promise<StoredRowState[]> {
  const { rows } = await tx.execute<Omit<StoredRowState, 'parents'> & { parents: (string | null)[] }>(sql`
    select coalesce(i.key, t.import_key) as key,
           t.site_id is not null as "exists",
           i.key is not null as "wasImported",
           coalesce(i.hash = ${rowHashSql(sql`i.columns`)}, false) and not ${isArchivedSql(shape)} as "isUnedited",
           ${isProtectedSql(table)} as "isProtected",
           ${isInOrdersSql(shape)} as "isOrdered",
           ${isRevertPendingSql(shape)} as "isRevertPending",
           case when t.site_id is null then '[]'::jsonb else ${parentKeys(shape)} end as parents
      from (select t.*, ${jsonArray(shape.key, 't')} as import_key from ${id(shape.name)} t) t
      full join (${recordsSql(shape)}) i on i.key = t.import_key`);
  return rows.map((row) => ({ ...row, parents: toParents(shape, row.parents) }));
}

async function writeTable(
  tx: SiteTx,
  shape: TableShape,
  plan: TableImportPlan<DesiredTableRow>,
  total: ImportedRowChanges,
  revised: ImportItemRevisions,
): Promise<void> {
  total.kept += plan.kept.length;
  for (const { key, row } of plan.kept)
    total.keptRows.push({ table: shape.name, key: formatRowKey(key), label: getRowLabel(row) });
  total.omitted += plan.omitted;
  const rows = plan.write.map(({ row: { row }, missingParents }) => ({
    ...row,
    ...clearedReferences(shape, missingParents),
  }));
  if (rows.length === 0) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const content = columns.filter((column) => !shape.key.includes(column));
  const compared = content.filter((column) => !ignoredTimestampColumns.has(column));
  const onConflict = content.length === 0 ? sql`do nothing` : updateWhereDifferent(content, compared);
  const { rows: written } = await tx.execute<{ isAdded: boolean; item: string }>(
    sql`${upsertSql(shape, columns, rows, onConflict)} returning (xmax = 0) as "isAdded", ${createItemKeySql(shape)} as item`,
  );
  revised.record(shape, written);
  const added = written.filter((row) => row.isAdded).length;
  total.added += added;
  total.changed += written.length - added;
  await recordImportedRows(
    tx,
    shape,
    plan.write.map(({ row }) => row.key),
    compared.filter((column) => !unhashedColumnNames.has(column)),
  );
}

const updateWhereDifferent = (content: readonly string[], compared: readonly string[]) => sql`
  ${doUpdateSetSql(content)}
  where (${list(compared.map((column) => sql`t.${id(column)}`))})
        is distinct from (${list(compared.map((column) => sql`excluded.${id(column)}`))})`;

const clearedReferences = (shape: TableShape, missingParents: readonly number[]): Record<string, null> =>
  Object.fromEntries(
    missingParents.flatMap((index) => shape.parents[index]?.columns ?? []).map((column) => [column, null]),
  );

/** Stores the hashes of the imported rows, by which the next import recognises edits. */
async function recordImportedRows(tx: SiteTx, shape: TableShape, keys: readonly string[], columns: readonly string[]) {
  const columnsJson = sql`${JSON.stringify(columns)}::jsonb`;
  await tx.execute(sql`
    insert into import_rows as i (table_name, key, columns, hash)
    select ${shape.name}, ${jsonArray(shape.key, 't')}, ${columnsJson}, ${rowHashSql(columnsJson)}
      from ${id(shape.name)} t
     where ${jsonArray(shape.key, 't')} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
    on conflict (site_id, table_name, key) do update set columns = excluded.columns, hash = excluded.hash
     where (i.columns, i.hash) is distinct from (excluded.columns, excluded.hash)`);
}

async function removeRows(
  tx: SiteTx,
  shape: TableShape,
  plan: TableImportPlan<DesiredTableRow>,
  total: ImportCounts,
  revised: ImportItemRevisions,
): Promise<void> {
  if (plan.remove.length === 0) return;
  const keys = sql`(select jsonb_array_elements_text(${JSON.stringify(plan.remove)}::jsonb))`;
  const { rows } = await tx.execute<{ item: string }>(
    sql`delete from ${id(shape.name)} t where ${jsonArray(shape.key, 't')} in ${keys} returning ${createItemKeySql(shape)} as item`,
  );
  revised.record(shape, rows);
  total.removed += rows.length;
}

/** Records to which item each row of the folder belongs, also for the rows that staff have deleted. */
async function recordItems(tx: SiteTx, shape: TableShape, desired: readonly DesiredTableRow[]): Promise<void> {
  if (desired.length === 0) return;
  const items = JSON.stringify(desired.map(({ key, item }) => ({ key, item })));
  await tx.execute(sql`
    update import_rows i set item = d.item from jsonb_to_recordset(${items}::jsonb) as d(key text, item text)
     where i.table_name = ${shape.name} and i.key = d.key and i.item <> d.item`);
}

/**
 * Deletes the stored state of rows that neither the folder nor the table contains. If such a row returns, it counts as
 * new.
 */
async function forgetObsoleteRows(tx: SiteTx, shape: TableShape, desired: readonly DesiredTableRow[]): Promise<void> {
  const keys = JSON.stringify(desired.map(({ key }) => key));
  await tx.execute(sql`
    delete from import_rows i
     where i.table_name = ${shape.name} and i.key not in (select jsonb_array_elements_text(${keys}::jsonb))
       and not exists (select from ${id(shape.name)} t where ${jsonArray(shape.key, 't')} = i.key)`);
  await tx.execute(sql`
    update row_revisions r set deleted_at = null
     where r.kind = ${shape.name} and r.deleted_at is not null
       and r.key not in (select jsonb_array_elements_text(${keys}::jsonb))`);
}
