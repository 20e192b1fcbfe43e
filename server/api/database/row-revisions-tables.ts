import { integer, text } from 'drizzle-orm/pg-core';
import { instant, siteTable } from './sites-table.ts';

/**
 * The revision of each item: how often it was changed, for optimistic locking. An item without a row has revision 0.
 * The row of a deleted item stays, so that an import does not restore the item.
 */
export const rowRevisions = siteTable('row_revisions', ['kind', 'key'], {
  /** Name of the item's database table; name of the resource if it has no table, as page trees. */
  kind: text().notNull(),
  /** The item's key as a JSON array, in the same format as in `import_rows`. */
  key: text().notNull(),
  revision: integer().notNull(),
  /**
   * The time at which the item was deleted; null once it exists again. The site's folder may still contain the item.
   */
  deletedAt: instant(),
  /**
   * The time at which staff requested the revert of the item to the import; null without a request, and once the item
   * is edited again or an import has replaced it.
   */
  revertRequestedAt: instant(),
});

/** The highest id that each table ever had, so that ids of deleted rows are not assigned again. */
export const highestAssignedIds = siteTable('id_counters', ['kind'], {
  kind: text().notNull(),
  lastId: integer().notNull(),
});
