import { type SQL, sql } from 'drizzle-orm';
import { columnsOf, sqlList as list, recordset, updateSql, upsertSql } from '#server/api/database/row-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { TableRows } from '#server/api/database/table-rows.ts';
import { type TableShape, tableShape } from '#server/api/database/table-shape.ts';
import { accompanyingTables, derivedColumns, importOrder, stampColumns } from './import-order.ts';
import {
  type ParentRow,
  planImport,
  type StandingRow,
  type TablePlan,
  type TableState,
  type WantedRow,
} from './keep-edited.ts';

export interface Written {
  added: number;
  changed: number;
  removed: number;
  kept: number;
  leftOut: number;
}

/** A wanted row by column, with the key that the database writes for it. */
interface Wanted extends WantedRow {
  row: Record<string, unknown>;
}

/** Makes the site's tables what the folder wants, as far as staff has not decided otherwise. */
export async function writeRows(
  tx: SiteTx,
  desired: readonly TableRows[],
  overwrite: boolean,
  onTable: (done: number, total: number) => void,
): Promise<Written> {
  // The hash of a row is taken of its text, in which moments are written in the session's time zone.
  await tx.execute(sql`select set_config('timezone', 'UTC', true), set_config('statement_timeout', '0', true)`);
  await tx.execute(sql`set constraints all deferred`);
  const rowsByTable = new Map(desired.map(({ table, rows }) => [table, rows]));
  const shapes = importOrder.map((table) => ({ table, shape: tableShape(table), rows: rowsByTable.get(table) ?? [] }));
  const states: TableState<Wanted>[] = [];
  for (const { table, shape, rows } of shapes) {
    const byColumn = rows.map((row) => columnsOf(shape, row));
    states.push({
      table: shape.name,
      wanted: await withKeys(tx, shape, byColumn),
      standing: await readStanding(tx, shape),
      accompanies: accompanyingTables.has(table),
    });
  }
  const plans = planImport(states, overwrite);
  const total: Written = { added: 0, changed: 0, removed: 0, kept: 0, leftOut: 0 };
  for (const [index, { shape }] of shapes.entries()) {
    const plan = plans[index];
    if (plan) await writeTable(tx, shape, plan, total);
    onTable(index + 1, shapes.length);
  }
  for (const [index, { shape }] of [...shapes.entries()].reverse()) {
    const plan = plans[index];
    if (plan) await removeRows(tx, shape, plan, total);
  }
  for (const [index, { shape }] of shapes.entries()) await forget(tx, shape, states[index]?.wanted ?? []);
  return total;
}

const id = sql.identifier;
const jsonArray = (columns: readonly string[], of: string) =>
  columns.length === 0
    ? sql`'[]'`
    : sql`jsonb_build_array(${list(columns.map((column) => sql`${id(of)}.${id(column)}`))})::text`;

/** Where a row names others: their keys, null where it names none. */
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

const toParents = (shape: TableShape, keys: readonly (string | null)[]): (ParentRow | null)[] =>
  shape.parents.map(({ table, required }, at) => {
    const key = keys[at] ?? null;
    return key === null ? null : { table, key, required };
  });

/** The keys are written by the database, so that a moment or a number has one form only. */
async function withKeys(tx: SiteTx, shape: TableShape, rows: readonly Record<string, unknown>[]): Promise<Wanted[]> {
  if (rows.length === 0) return [];
  const { rows: keys } = await tx.execute<{ key: string; parents: (string | null)[] }>(
    sql`select ${jsonArray(shape.key, 't')} as key, ${parentKeys(shape)} as parents
          from ${recordset(shape, rows)} with ordinality as t order by t.ordinality`,
  );
  return rows.map((row, index) => {
    const { key = '', parents = [] } = keys[index] ?? {};
    return { key, parents: toParents(shape, parents), row };
  });
}

/** The hash of the columns that an import wrote, as they are now; empty where a row is all key. */
const hashOf = (columns: SQL) => sql`coalesce(
  md5((select jsonb_object_agg(c, to_jsonb(t) -> c) from jsonb_array_elements_text(${columns}) c)::text), '')`;

async function readStanding(tx: SiteTx, shape: TableShape): Promise<StandingRow[]> {
  const { rows } = await tx.execute<Omit<StandingRow, 'parents'> & { parents: (string | null)[] }>(sql`
    select coalesce(i.key, t.import_key) as key,
           t.site_id is not null as there,
           i.key is not null as imported,
           coalesce(i.hash = ${hashOf(sql`i.columns`)}, false) as unedited,
           case when t.site_id is null then '[]'::jsonb else ${parentKeys(shape)} end as parents
      from (select t.*, ${jsonArray(shape.key, 't')} as import_key from ${id(shape.name)} t) t
      full join (select * from import_rows where kind = ${shape.name}) i on i.key = t.import_key`);
  return rows.map((row) => ({ ...row, parents: toParents(shape, row.parents) }));
}

async function writeTable(tx: SiteTx, shape: TableShape, plan: TablePlan<Wanted>, total: Written): Promise<void> {
  total.kept += plan.kept;
  total.leftOut += plan.leftOut;
  const rows = plan.write.map(({ row: { row }, lost }) => ({ ...row, ...lostReferences(shape, lost) }));
  if (rows.length === 0) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const content = columns.filter((column) => !shape.key.includes(column));
  const compared = content.filter((column) => !stampColumns.has(column));
  const onConflict = content.length === 0 ? sql`do nothing` : updateWhereDifferent(content, compared);
  const { rows: written } = await tx.execute<{ added: boolean }>(
    sql`${upsertSql(shape, columns, rows, onConflict)} returning (xmax = 0) as added`,
  );
  const added = written.filter((row) => row.added).length;
  total.added += added;
  total.changed += written.length - added;
  await remember(
    tx,
    shape,
    plan.write.map(({ row }) => row.key),
    compared.filter((column) => !derivedColumns.has(column)),
  );
}

const updateWhereDifferent = (content: readonly string[], compared: readonly string[]) => sql`
  ${updateSql(content)}
  where (${list(compared.map((column) => sql`t.${id(column)}`))})
        is distinct from (${list(compared.map((column) => sql`excluded.${id(column)}`))})`;

const lostReferences = (shape: TableShape, lost: readonly number[]): Record<string, null> =>
  Object.fromEntries(lost.flatMap((at) => shape.parents[at]?.columns ?? []).map((column) => [column, null]));

/** Notes in what state the import leaves rows. */
async function remember(tx: SiteTx, shape: TableShape, keys: readonly string[], columns: readonly string[]) {
  const columnsJson = sql`${JSON.stringify(columns)}::jsonb`;
  await tx.execute(sql`
    insert into import_rows as i (kind, key, columns, hash)
    select ${shape.name}, ${jsonArray(shape.key, 't')}, ${columnsJson}, ${hashOf(columnsJson)}
      from ${id(shape.name)} t
     where ${jsonArray(shape.key, 't')} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
    on conflict (site_id, kind, key) do update set columns = excluded.columns, hash = excluded.hash
     where (i.columns, i.hash) is distinct from (excluded.columns, excluded.hash)`);
}

async function removeRows(tx: SiteTx, shape: TableShape, plan: TablePlan<Wanted>, total: Written): Promise<void> {
  if (plan.remove.length === 0) return;
  const keys = sql`(select jsonb_array_elements_text(${JSON.stringify(plan.remove)}::jsonb))`;
  const { rowCount } = await tx.execute(
    sql`delete from ${id(shape.name)} t where ${jsonArray(shape.key, 't')} in ${keys}`,
  );
  total.removed += rowCount ?? 0;
}

/** What neither the folder nor the table has any more: should it come back, it is new, and nobody has deleted it. */
async function forget(tx: SiteTx, shape: TableShape, wanted: readonly Wanted[]): Promise<void> {
  const keys = JSON.stringify(wanted.map(({ key }) => key));
  await tx.execute(sql`
    delete from import_rows i
     where i.kind = ${shape.name} and i.key not in (select jsonb_array_elements_text(${keys}::jsonb))
       and not exists (select from ${id(shape.name)} t where ${jsonArray(shape.key, 't')} = i.key)`);
}
