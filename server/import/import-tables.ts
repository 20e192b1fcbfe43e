import { text } from 'drizzle-orm/pg-core';
import { jsonb, siteTable } from '#server/api/database/sites-table.ts';

/**
 * The state of each row when an import last wrote it. If the hash of a row's `columns` differs from `hash`, the row was
 * edited since; if the row no longer exists, it was deleted since. The names of the columns are stored, because a later
 * version may compare more columns.
 */
export const importedRowStates = siteTable('import_rows', ['tableName', 'key'], {
  tableName: text().notNull(),
  /** The row's primary key without the site id, as a JSON array. */
  key: text().notNull(),
  /**
   * The key of the item to which the row belongs in the folder, as a JSON array. It shows from which item staff have
   * deleted a row. Empty if no import has stored it, as for page drafts.
   */
  item: text().notNull().default(''),
  columns: jsonb().$type<string[]>().notNull(),
  hash: text().notNull(),
});
