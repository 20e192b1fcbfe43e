import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';
import { variants } from './product-tables.ts';

/** The stock of variants. It is a table of its own because orders write to no other table of the catalogue. */
export const stock = pgTable(
  'stock',
  { siteId: siteId(), variantId: integer().notNull(), quantity: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.siteId, table.variantId] }),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }).onDelete('cascade'),
    check('stock_quantity_not_negative', sql`${table.quantity} >= 0`),
  ],
);

/** All prices of variants after discounts, in cents. Each applied from `validFrom` until the next one. */
export const priceHistory = pgTable(
  'price_history',
  {
    siteId: siteId(),
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
