import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

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
