import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { StockMovementKind } from '#shared/catalogue/stock-movement.ts';
import { variants } from './product-tables.ts';

/** The stock of variants. It is a table of its own because orders write to no other table of the catalogue. */
export const stock = pgTable(
  'stock',
  {
    siteId: siteIdColumn(),
    variantId: integer().notNull(),
    quantity: integer().notNull(),
    /** Set by every order and stock movement. From then on the import leaves the row as it is; before, it is null. */
    lastMovedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.variantId] }),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }).onDelete('cascade'),
    check('stock_quantity_not_negative', sql`${table.quantity} >= 0`),
  ],
);

/**
 * Changes of the stock by the estate, such as deliveries and counts. What orders take and return is in their lines. The stock
 * is the quantity that can be sold, so bottles of orders that were not handed over are not in it.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    variantId: integer().notNull(),
    kind: text().$type<StockMovementKind>().notNull(),
    before: integer().notNull(),
    after: integer().notNull(),
    /** Free text, such as "bottling of 3 June"; may be empty. */
    reason: text().notNull(),
    /** null for the command line. */
    userId: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.variantId, table.createdAt),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }).onDelete('cascade'),
  ],
);

/** All prices of variants after discounts, in cents. Each applied from `validFrom` until the next one. */
export const priceHistory = pgTable(
  'price_history',
  {
    siteId: siteIdColumn(),
    variantId: integer().notNull(),
    validFrom: timestamp({ withTimezone: true }).notNull(),
    price: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.variantId, table.validFrom] }),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }).onDelete('cascade'),
  ],
);
