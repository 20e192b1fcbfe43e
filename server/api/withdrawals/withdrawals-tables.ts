import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';

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
    /** The sentence that the customer has confirmed; empty for declarations that were made before it was stored. */
    statement: text().notNull().default(''),
    /** The order with the declared number and email address; null if none matches or it was no distance sale. */
    orderId: integer(),
    /** The time at which staff marked the declaration as handled; null until then. */
    handledAt: timestamp({ withTimezone: true }),
    /** The staff member who marked the declaration as handled; null until then. */
    staffUserId: integer(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] }), index().on(table.siteId, table.orderId)],
);
