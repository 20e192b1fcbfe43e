import { type SQL, sql } from 'drizzle-orm';
import type { TableShape } from './table-shape.ts';

export const joinSqlWithCommas = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

export function toColumnValues(shape: TableShape, row: Record<string, unknown>): Record<string, unknown> {
  const present = [...shape.properties].filter(([, property]) => row[property] !== undefined);
  return Object.fromEntries(present.map(([column, property]) => [column, row[property]]));
}

/**
 * Returns the SQL expression that passes any number of rows as one JSON parameter. PostgreSQL converts the values to
 * the column types of the table.
 */
export const recordsetSql = (shape: TableShape, rows: readonly Record<string, unknown>[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(shape.name)}, ${JSON.stringify(rows)}::jsonb)`;

/**
 * Returns the SQL statement that inserts rows with the given columns. `onConflict` is the action for rows whose key
 * exists; the table has the alias `t`.
 */
export function upsertSql(
  shape: TableShape,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
  onConflict: SQL,
): SQL {
  const names = joinSqlWithCommas(columns.map((column) => sql`${sql.identifier(column)}`));
  const key = joinSqlWithCommas(['site_id', ...shape.key].map((column) => sql`${sql.identifier(column)}`));
  return sql`
    insert into ${sql.identifier(shape.name)} as t (${names})
    select ${names} from ${recordsetSql(shape, rows)}
    on conflict (${key}) ${onConflict}`;
}

export const doUpdateSetSql = (columns: readonly string[]): SQL =>
  sql`do update set ${joinSqlWithCommas(columns.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`))}`;
