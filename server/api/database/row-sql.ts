import { type SQL, sql } from 'drizzle-orm';
import type { TableShape } from './table-shape.ts';

export const sqlList = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** The row by column instead of by property. */
export function columnsOf(shape: TableShape, row: Record<string, unknown>): Record<string, unknown> {
  const given = [...shape.properties].filter(([, property]) => row[property] !== undefined);
  return Object.fromEntries(given.map(([column, property]) => [column, row[property]]));
}

/** The rows as one JSON parameter that PostgreSQL converts to the table's types, so that any number takes one statement. */
export const recordset = (shape: TableShape, rows: readonly Record<string, unknown>[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(shape.name)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows, all with the same `columns`, or runs `onConflict` where the key is in the table. The table is `t`. */
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
