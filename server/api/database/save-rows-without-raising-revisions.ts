import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { doUpdateSetSql, joinSqlWithCommas, recordsetSql, toColumnValues, upsertSql } from './row-sql.ts';
import type { SiteTx } from './site-transaction.ts';
import type { RowsOfTable } from './table-rows.ts';
import { getTableShape, type TableShape } from './table-shape.ts';

/**
 * The refusals of constraints:
 * - `unknown_reference`: the input refers to a row that the site does not have.
 * - `already_exists`: another row has the same slug, code or path.
 * - `still_referenced`: another item uses a row that the input removes.
 */
export type SaveRefusal = 'unknown_reference' | 'already_exists' | 'still_referenced';

/** The outcome of a save. A domain adds the refusals of its own rules. */
export type SaveOutcome<DomainRefusal extends string = never> = Outcome<null, SaveRefusal | DomainRefusal>;

/**
 * Writes rows and deletes the stored rows that they replace, with at most two statements per table. After a refusal the
 * transaction must be rolled back, as `withSiteTransactionOrRollback` does, because PostgreSQL aborts a transaction
 * whose statement violates a constraint.
 * @param tables Referenced tables come before the tables that refer to them.
 */
export async function saveRowsWithoutRaisingRevisions(
  tx: SiteTx,
  tables: readonly RowsOfTable[],
): Promise<SaveOutcome> {
  const shaped = tables.map((entry) => ({ ...entry, shape: getTableShape(entry.table) }));
  for (const { shape, rows, replaces } of [...shaped].reverse()) {
    if (!replaces) continue;
    const refusal = await refusalOfViolation(tx.execute(deleteSql(shape, rows, replaces)), 'still_referenced');
    if (refusal) return refusal;
  }
  for (const { shape, rows } of shaped) {
    if (rows.length === 0) continue;
    const byColumn = rows.map((row) => toColumnValues(shape, row));
    const columns = [...new Set(byColumn.flatMap((row) => Object.keys(row)))];
    const content = columns.filter((column) => !shape.key.includes(column));
    const onConflict = content.length === 0 ? sql`do nothing` : doUpdateSetSql(content);
    const refusal = await refusalOfViolation(
      tx.execute(upsertSql(shape, columns, byColumn, onConflict)),
      'unknown_reference',
      shape,
    );
    if (refusal) return refusal;
  }
  return ok(null);
}

/** Deletes a row. The foreign keys decide which dependent rows are deleted with it. */
export async function deleteRowByProperty(
  tx: SiteTx,
  table: PgTable,
  property: string,
  value: string | number,
): Promise<SaveOutcome> {
  const column = getTableColumns(table)[property];
  if (!column) throw new Error(`the table has no property ${property}`);
  return (await refusalOfViolation(tx.delete(table).where(eq(column, value)), 'still_referenced')) ?? ok(null);
}

function deleteSql(shape: TableShape, rows: RowsOfTable['rows'], replaces: NonNullable<RowsOfTable['replaces']>): SQL {
  const columnOf = new Map([...shape.properties].map(([column, property]) => [property, column]));
  const key = (table: string) =>
    joinSqlWithCommas(shape.key.map((column) => sql`${sql.identifier(table)}.${sql.identifier(column)}`));
  const within = Object.entries(replaces).map(([property, values]) => {
    const column = sql.identifier(columnOf.get(property) ?? property);
    return sql`t.${column} = any(${sql.param([...values])})`;
  });
  const kept = rows.map((row) => toColumnValues(shape, row));
  const isGone = sql`not exists (select from ${recordsetSql(shape, kept)} as r where (${key('r')}) = (${key('t')}))`;
  return sql`delete from ${sql.identifier(shape.name)} as t where ${sql.join([...within, isGone], sql` and `)}`;
}

const foreignKeyViolation = '23503';
const uniqueViolation = '23505';

/**
 * Converts a violated constraint to a refusal; returns null if nothing was violated.
 * @throws any other error unchanged
 */
async function refusalOfViolation(statement: PromiseLike<unknown>, ofForeignKey: SaveRefusal, shape?: TableShape) {
  try {
    await statement;
    return null;
  } catch (error) {
    const cause = databaseError(error);
    const field = shape && fieldOf(shape, cause?.constraint);
    const values = { constraint: cause?.constraint ?? '', ...(field && { field }) };
    if (cause?.code === foreignKeyViolation) return refuse(ofForeignKey, { values });
    if (cause?.code === uniqueViolation) return refuse('already_exists' as const, { values });
    throw error;
  }
}

interface DatabaseError extends Error {
  code: string;
  constraint?: string;
}

/** Returns the field of a violated foreign key: `image` of `logos_site_id_image_id_images_site_id_id_fk`. */
function fieldOf({ name, parents, properties }: TableShape, constraint = ''): string | undefined {
  const parent = parents.find(({ columns }) => constraint.startsWith(`${name}_site_id_${columns.join('_')}_`));
  return properties.get(parent?.columns.at(-1) ?? '')?.replace(/Id$/, '');
}

function databaseError(error: unknown): DatabaseError | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at as DatabaseError;
  return null;
}
