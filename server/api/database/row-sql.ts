import { type SQL, sql } from 'drizzle-orm';
import type { TableShape } from './table-shape.ts';

export const joinSql = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** Converts a row's property names to column names. */
export function toColumns(shape: TableShape, row: Record<string, unknown>): Record<string, unknown> {
  const present = [...shape.properties].filter(([, property]) => row[property] !== undefined);
  return Object.fromEntries(present.map(([column, property]) => [column, row[property]]));
}

/** Passes any number of rows in one JSON parameter, which PostgreSQL converts to the types of the table. */
export const recordsetSql = (shape: TableShape, rows: readonly Record<string, unknown>[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(shape.name)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows that all have `columns`; `onConflict` applies to existing keys. The table's alias is `t`. */
export function upsertSql(
  shape: TableShape,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
  onConflict: SQL,
): SQL {
  const names = joinSql(columns.map((column) => sql`${sql.identifier(column)}`));
  const key = joinSql(['site_id', ...shape.key].map((column) => sql`${sql.identifier(column)}`));
  return sql`
    insert into ${sql.identifier(shape.name)} as t (${names})
    select ${names} from ${recordsetSql(shape, rows)}
    on conflict (${key}) ${onConflict}`;
}

export const doUpdateSql = (columns: readonly string[]): SQL =>
  sql`do update set ${joinSql(columns.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`))}`;
