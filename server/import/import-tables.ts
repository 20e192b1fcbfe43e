import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';

/**
 * The state in which the last import left each row. A row whose `columns` no longer have this `hash` was edited since; a
 * row that no longer exists was deleted since. The columns are stored because a later version may add more.
 */
export const importedRowStates = pgTable(
  'import_rows',
  {
    siteId: siteIdColumn(),
    tableName: text().notNull(),
    /** The row's primary key without the site, as a JSON array. */
    key: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.tableName, table.key] })],
);
