import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { RefundedLine, RefundMethod } from '#shared/orders/refund.ts';
import { orders } from './orders-tables.ts';

/** Refunds of paid orders. An order can have several; together they never exceed what was paid. */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    orderId: integer().notNull(),
    /** Amount in cents. */
    amount: bigint({ mode: 'number' }).notNull(),
    method: text().$type<RefundMethod>().notNull(),
    /** The reason that the customer reads. */
    reason: text().notNull().default(''),
    /** The units that the refund is for; empty for a free amount and for the refund on a cancellation. */
    lines: jsonb().$type<RefundedLine[]>().notNull(),
    /** True if the units have returned to the stock. */
    isStockReturned: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The time at which staff recorded that the estate has paid the money; null until then, and for PROVIDER. */
    paidAt: timestamp({ withTimezone: true }),
    /** The staff member who refunded; null for a cancellation by another actor. */
    staffUserId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.orderId),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
