import { index, integer, text } from 'drizzle-orm/pg-core';
import { generatedId, instant, siteTable } from '#server/api/database/sites-table.ts';

export const withdrawals = siteTable(
  'withdrawals',
  ['id'],
  {
    id: generatedId(),
    receivedAt: instant().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    orderNumber: text().notNull(),
    message: text().notNull(),
    /** The sentence that the customer has confirmed; empty for declarations that were made before it was stored. */
    statement: text().notNull().default(''),
    /** The order with the declared number and email address; null if none matches or it was no distance sale. */
    orderId: integer(),
    /** The time at which staff marked the declaration as handled; null until then. */
    handledAt: instant(),
    /** The staff member who marked the declaration as handled; null until then. */
    staffUserId: integer(),
  },
  (table) => [index().on(table.siteId, table.orderId)],
);
