import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';

/** Declarations of withdrawal. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    orderNumber: text().notNull(),
    message: text().notNull(),
    /** The sentence that the customer confirmed; empty for declarations from before it was stored. */
    statement: text().notNull().default(''),
    /** The order that matches number and e-mail address, if any. */
    orderId: integer(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] }), index().on(table.siteId, table.orderId)],
);
