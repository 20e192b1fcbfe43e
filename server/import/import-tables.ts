import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';

/**
 * What the last import left in each row. A row whose `columns` no longer have that `hash` was edited since; a row that
 * is not there was deleted since. The columns are kept because a later version may add some.
 */
export const importRows = pgTable(
  'import_rows',
  {
    siteId: siteId(),
    /** Name of the table. */
    kind: text().notNull(),
    /** The row's primary key without the site, as a JSON array. */
    key: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.kind, table.key] })],
);
