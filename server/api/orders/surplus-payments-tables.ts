import { bigint, foreignKey, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { SurplusPaymentReason } from '#shared/orders/staff-order-view.ts';
import { orders } from './orders-tables.ts';

const instant = () => timestamp({ withTimezone: true });

/** Online payments that were received for cancelled, returned or paid orders, and that the estate has to refund. */
export const surplusPayments = pgTable(
  'surplus_payments',
  {
    siteId: siteIdColumn(),
    orderId: integer().notNull(),
    /** The provider's id of the payment. */
    reference: text().notNull(),
    /** The amount to refund, in cents. */
    amount: bigint({ mode: 'number' }).notNull(),
    reason: text().$type<SurplusPaymentReason>().notNull(),
    receivedAt: instant().notNull().defaultNow(),
    /** The time at which staff recorded the refund; null until then. */
    refundedAt: instant(),
    /** The staff member who recorded the refund. */
    staffUserId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.orderId, table.reference] }),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
