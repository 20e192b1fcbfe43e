import type { InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type KeyValues = readonly (string | number)[];

/** Rows of one table as a save wants them. They carry no site: it is that of the transaction. */
export interface TableRows {
  table: PgTable;
  rows: Record<string, unknown>[];
  /**
   * The stored rows that these replace: those with one of the values in every property, all rows of the site where it
   * is empty. `saveRows` deletes the ones that are not among `rows`; without it, nothing is deleted.
   */
  replaces?: Readonly<Record<string, KeyValues>>;
}

export const rowsOf = <T extends PgTable>(
  table: T,
  rows: Omit<InferInsertModel<T>, 'siteId'>[],
  replaces?: Partial<Record<keyof InferInsertModel<T>, KeyValues>>,
): TableRows => ({
  table,
  rows: rows as Record<string, unknown>[],
  ...(replaces && { replaces: replaces as Record<string, KeyValues> }),
});
