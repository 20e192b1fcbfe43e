import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from './sites-table.ts';

/**
 * How often each item was changed, for optimistic locking. An item without a record has revision 0. The record of a
 * deleted item stays, so that an import does not bring the item back.
 */
export const rowRevisions = pgTable(
  'row_revisions',
  {
    siteId: siteIdColumn(),
    /** Name of the item's table. */
    kind: text().notNull(),
    /** The item's key as a JSON array, as in `import_rows`. */
    key: text().notNull(),
    revision: integer().notNull(),
    /** Set while the item is deleted and may still be in the site's folder. */
    deletedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.kind, table.key] })],
);

/** The highest id that each table has had, so that ids of deleted rows are not assigned again. */
export const highestAssignedIds = pgTable(
  'id_counters',
  { siteId: siteIdColumn(), kind: text().notNull(), lastId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.siteId, table.kind] })],
);
