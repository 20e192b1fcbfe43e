import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';

/**
 * The visitors of the current day, so that each is counted once. `visitor` is a hash with that day's salt; no IP
 * address is stored. The rows are deleted after their day.
 */
export const countedVisitorsOfToday = pgTable(
  'visits',
  {
    siteId: siteIdColumn(),
    /** Day of the visit in the site's time zone. */
    day: date().notNull(),
    visitor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.visitor] })],
);

export const visitCounts = pgTable(
  'visit_counts',
  {
    siteId: siteIdColumn(),
    /** Day of the visits in the site's time zone. */
    day: date().notNull(),
    /** Value of the parameter `from`, or `other` for sources beyond the daily limit. */
    source: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day, table.source] })],
);

/**
 * Salts of the visitor hashes. Each is deleted after its day, so that visits can no longer be attributed to a visitor.
 */
export const visitSalts = pgTable(
  'visit_salts',
  { siteId: siteIdColumn(), day: date().notNull(), salt: text().notNull() },
  (table) => [primaryKey({ columns: [table.siteId, table.day] })],
);
