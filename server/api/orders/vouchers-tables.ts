import { sql } from 'drizzle-orm';
import {
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { orders } from './orders-tables.ts';

const instant = () => timestamp({ withTimezone: true });

/**
 * Vouchers of paid orders. The code is stored in plain text, because customers can see it again on the order's page.
 */
export const vouchers = pgTable(
  'vouchers',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    orderId: integer().notNull(),
    /** The code without hyphens. */
    code: text().notNull(),
    /** Name of the product in the language of the order. */
    name: text().notNull(),
    /** The price that was paid, in cents. */
    value: integer().notNull(),
    issuedAt: instant().notNull().default(sql`now()`),
    /** Last day of validity. */
    expiresOn: date({ mode: 'string' }).notNull(),
    redeemedAt: instant(),
    /** The staff member who redeemed the voucher. */
    staffUserId: integer(),
    cancelledAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.code),
    index().on(table.siteId, table.orderId),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
