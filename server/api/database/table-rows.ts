import type { InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type KeyValues = readonly (string | number)[];

/** Rows of one table to save, without the site, which is that of the transaction. */
export interface TableRows {
  table: PgTable;
  rows: Record<string, unknown>[];
  /**
   * Selects the stored rows that `rows` replace: those with one of the values in every property; all rows of the site
   * if it is empty. `saveRows` deletes selected rows that are not in `rows`, and nothing if it is absent.
   */
  replaces?: Readonly<Record<string, KeyValues>>;
}

export const createTableRows = <T extends PgTable>(
  table: T,
  rows: Omit<InferInsertModel<T>, 'siteId'>[],
  replaces?: Partial<Record<keyof InferInsertModel<T>, KeyValues>>,
): TableRows => ({
  table,
  rows: rows as Record<string, unknown>[],
  ...(replaces && { replaces: replaces as Record<string, KeyValues> }),
});
