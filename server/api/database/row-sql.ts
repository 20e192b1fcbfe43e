import { type SQL, sql } from 'drizzle-orm';
import type { TableShape } from './table-shape.ts';

export const sqlList = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** Converts a row's property names to column names. */
export function columnsOf(shape: TableShape, row: Record<string, unknown>): Record<string, unknown> {
  const present = [...shape.properties].filter(([, property]) => row[property] !== undefined);
  return Object.fromEntries(present.map(([column, property]) => [column, row[property]]));
}

/** Passes any number of rows in one JSON parameter, which PostgreSQL converts to the types of the table. */
export const recordset = (shape: TableShape, rows: readonly Record<string, unknown>[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(shape.name)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows that all have `columns`; `onConflict` applies to existing keys. The table's alias is `t`. */
export function upsertSql(
  shape: TableShape,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
  onConflict: SQL,
): SQL {
  const names = sqlList(columns.map((column) => sql`${sql.identifier(column)}`));
  const key = sqlList(['site_id', ...shape.key].map((column) => sql`${sql.identifier(column)}`));
  return sql`
    insert into ${sql.identifier(shape.name)} as t (${names})
    select ${names} from ${recordset(shape, rows)}
    on conflict (${key}) ${onConflict}`;
}

export const updateSql = (columns: readonly string[]): SQL =>
  sql`do update set ${sqlList(columns.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`))}`;
