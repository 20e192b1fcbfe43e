import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { products, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { markAsImported, rowHashSql } from '#server/api/database/imported-row-hashes.ts';
import { clearAllPendingReverts } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  doUpdateSetSql,
  getTableShape,
  joinSqlWithCommas as list,
  type RowsOfTable,
  recordsetSql,
  type TableShape,
  toColumnValues,
  upsertSql,
} from '#server/api/database/table-rows.ts';
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

interface ImportCounts {
  added: number;
  changed: number;
  removed: number;
  kept: number;
  omitted: number;
}

export interface EditedRowKeptByImport {
  table: string;
  key: string;
  /** Text by which staff recognise the row; empty if the row has none. */
  label: string;
}

const productShape = getTableShape(products);
const variantShape = getTableShape(variants);

/** Returns an SQL condition that is true if orders contain the product or variant in the row with the alias `t`. */
function isInOrdersSql({ name }: TableShape): SQL {
  if (name === productShape.name)
    return sql`exists (select from order_lines o where o.site_id = t.site_id and o.product_id = t.id)`;
  if (name === variantShape.name)
    return sql`exists (select from order_lines o where o.site_id = t.site_id and o.variant_id = t.id)`;
  return sql`false`;
}

interface ArchivePlan {
  table: string;
  archive: readonly string[];
}

/** A variant that the folder no longer contains and that stays on sale, because a box contains it. */
interface VariantKeptForBox {
  id: number;
  reference: string;
  box: string;
}

/**
 * Archives the products and variants that the folder no longer contains and that orders contain. Variants of an
 * archived product are not archived themselves, so that restoring the product also puts them back on sale.
 * @returns The variants that are not archived, because a box contains them.
 */
async function archiveProductsInOrders(
  tx: SiteTx,
  plans: readonly ArchivePlan[],
  revised: ImportItemRevisions,
): Promise<VariantKeptForBox[]> {
  const idsOf = ({ name }: TableShape) =>
    plans.flatMap(({ table, archive }) => (table === name ? archive.map((key) => Number(JSON.parse(key)[0])) : []));
  const productIds = idsOf(productShape);
  const variantIds = idsOf(variantShape);
  if (productIds.length > 0) {
    const { rows } = await tx.execute<{ item: string }>(sql`
      update products set archived_at = now()
       where id = any(${sql.param(productIds)}) and archived_at is null
   returning jsonb_build_array(id)::text as item`);
    revised.record(productShape, rows);
  }
  if (variantIds.length === 0) return [];
  const { rows } = await tx.execute<{ item: string; id: number }>(sql`
    update variants t set is_archived = true from products p
     where t.id = any(${sql.param(variantIds)}) and not t.is_archived
       and p.site_id = t.site_id and p.id = t.product_id and p.archived_at is null
       and not exists (select from box_contents b where b.site_id = t.site_id and b.variant_id = t.id)
 returning jsonb_build_array(t.product_id)::text as item, t.id`);
  revised.record(variantShape, rows);
  // The archived variants are recorded as imported, because the next import would otherwise treat them as edited by
  // staff. Variants that staff had added to a product before its revert have no record yet.
  await tx.execute(sql`
    insert into import_rows (table_name, key, columns, hash)
    select ${variantShape.name}, jsonb_build_array(v.id)::text, '["is_archived"]'::jsonb, ''
      from unnest(${sql.param(rows.map(({ id }) => id))}::integer[]) as v(id)
        on conflict do nothing`);
  await markAsImported(
    tx,
    variants,
    rows.map(({ id }) => id),
  );
  return readVariantsInBoxes(tx, variantIds);
}

/** Formats a row key for messages: `[12]` becomes `12`. */
export const formatRowKey = (key: string): string => (JSON.parse(key) as unknown[]).map(String).join(' ');

const labelColumns = ['name', 'title', 'label', 'subject', 'code', 'slug'];

export function getRowLabel(row: Record<string, unknown>): string {
  for (const column of labelColumns) {
    const value = row[column];
    const text = typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}

async function readVariantsInBoxes(tx: SiteTx, variantIds: readonly number[]): Promise<VariantKeptForBox[]> {
  const { rows } = await tx.execute<{ id: number; reference: string; name: unknown }>(sql`
    select distinct on (t.id) t.id, t.reference, box.name
      from variants t
      join products p on p.site_id = t.site_id and p.id = t.product_id
      join box_contents b on b.site_id = t.site_id and b.variant_id = t.id
      join products box on box.site_id = b.site_id and box.id = b.product_id
     where t.id = any(${sql.param(variantIds)}) and not t.is_archived and p.archived_at is null
     order by t.id, box.id`);
  return rows.map(({ id, reference, name }) => ({ id, reference, box: getRowLabel({ name }) }));
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
