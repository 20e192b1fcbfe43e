import { sql } from 'drizzle-orm';
import { check, index, integer, text } from 'drizzle-orm/pg-core';
import { generatedId, instant, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import type { StockMovementKind } from '#shared/catalogue/stock-movement.ts';
import { variants } from './product-tables.ts';

/** The stock of variants. It is a separate table because an order writes to no other table of the catalogue. */
export const stock = siteTable(
  'stock',
  ['variantId'],
  {
    variantId: integer().notNull(),
    quantity: integer().notNull(),
    /**
     * The time of the last change by an order, a cancellation or a manual movement; null before the first one. Once
     * this time is set, imports leave the quantity unchanged.
     */
    lastMovedAt: instant(),
  },
  (table) => [
    parentKey(table, table.variantId, variants).onDelete('cascade'),
    check('stock_quantity_not_negative', sql`${table.quantity} >= 0`),
  ],
);

/**
 * Stock changes that the estate makes, such as deliveries and stocktakings. Changes by orders are recorded in the order
 * lines instead. The stock is the quantity that can be sold, so it excludes ordered bottles that are still in the
 * cellar.
 */
export const manualStockMovements = siteTable(
  'stock_movements',
  ['id'],
  {
    id: generatedId(),
    variantId: integer().notNull(),
    kind: text().$type<StockMovementKind>().notNull(),
    before: integer().notNull(),
    after: integer().notNull(),
    /** The reason as free text, such as "bottling of 3 June"; may be empty. */
    reason: text().notNull(),
    /** The staff member; null if the stock was changed on the command line. */
    userId: integer(),
    createdAt: now(),
  },
  (table) => [
    index().on(table.siteId, table.variantId, table.createdAt),
    parentKey(table, table.variantId, variants).onDelete('cascade'),
  ],
);

/** All prices of variants after discounts, in cents. Each price applied from `validFrom` until the next row. */
export const priceHistory = siteTable(
  'price_history',
  ['variantId', 'validFrom'],
  {
    variantId: integer().notNull(),
    validFrom: instant().notNull(),
    price: integer().notNull(),
  },
  (table) => [parentKey(table, table.variantId, variants).onDelete('cascade')],
);
