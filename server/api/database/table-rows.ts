import { eq, getTableColumns, type InferInsertModel, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { SiteTx } from './site-transaction.ts';

/** The SQL names of a table and its columns, without `site_id`. */
export interface TableShape {
  name: string;
  /** Property names of the row in TypeScript, by column name. */
  properties: ReadonlyMap<string, string>;
  key: readonly string[];
  /** Tables that this table refers to. `isRequired` is true if the reference is not nullable. */
  parents: readonly { table: string; columns: readonly string[]; isRequired: boolean }[];
}

const columnName = (column: PgColumn): string => (column.keyAsName ? toSnakeCase(column.name) : column.name);
const namesOf = (columns: readonly PgColumn[]): string[] =>
  columns.map(columnName).filter((name) => name !== 'site_id');

export function getTableShape(table: PgTable): TableShape {
  const { name, columns, primaryKeys, foreignKeys } = getTableConfig(table);
  const parents = foreignKeys.flatMap((foreignKey) => {
    const reference = foreignKey.reference();
    const localColumns = reference.columns.filter((column) => columnName(column) !== 'site_id');
    if (localColumns.length === 0) return [];
    const target = getTableConfig(reference.foreignTable).name;
    return [
      {
        table: target,
        columns: localColumns.map(columnName),
        isRequired: localColumns.every(({ notNull }) => notNull),
      },
    ];
  });
  const properties = columns.map((column) => [columnName(column), propertyOf(table, column)] as const);
  return {
    name,
    properties: new Map(properties.filter(([column]) => column !== 'site_id')),
    key: namesOf(primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)),
    parents,
  };
}

const propertyOf = (table: PgTable, column: PgColumn): string =>
  Object.entries(table).find(([, value]) => value === column)?.[0] ?? column.name;

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

type KeyValues = readonly (string | number)[];

/** Rows of one table to save. They omit the site id, which is that of the transaction. */
export interface RowsOfTable {
  table: PgTable;
  rows: Record<string, unknown>[];
  /**
   * Properties and values that select the stored rows to replace; an empty object selects all rows of the site.
   * `saveRowsWithoutRaisingRevisions` deletes the selected rows that `rows` does not contain. Without this property, no
   * row is deleted.
   */
  replaces?: Readonly<Record<string, KeyValues>>;
}

export const createTableRows = <T extends PgTable>(
  table: T,
  rows: Omit<InferInsertModel<T>, 'siteId'>[],
  replaces?: Partial<Record<keyof InferInsertModel<T>, KeyValues>>,
): RowsOfTable => ({
  table,
  rows: rows as Record<string, unknown>[],
  ...(replaces && { replaces: replaces as Record<string, KeyValues> }),
});

export type StoredRowWithoutSiteId<T extends PgTable> = Omit<InferSelectModel<T>, 'siteId'>;
