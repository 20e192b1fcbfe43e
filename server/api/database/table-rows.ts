import type { InferInsertModel, InferSelectModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

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
