import { date, integer, numeric, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';

/** Codes that take something off an order. How often one was used is counted in `code_uses`. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    siteId: siteId(),
    id: integer().notNull(),
    code: text().notNull(),
    /** As `normalCode` writes it. */
    codeKey: text().notNull(),
    type: text().$type<'EURO' | 'PERCENTAGE'>().notNull(),
    /** Euros or percent. */
    amount: numeric({ precision: 9, scale: 2, mode: 'number' }).notNull(),
    detailType: text().$type<'PRODUCT' | 'SHIPPING_FEES'>().notNull(),
    validFrom: timestamp({ withTimezone: true }),
    validTo: timestamp({ withTimezone: true }),
    /** How often it may be used by everyone together, and by one customer; null: no limit. */
    uses: integer(),
    usesPerCustomer: integer(),
    /** Cents that the goods must cost at least. */
    leastGoods: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] }), uniqueIndex().on(table.siteId, table.codeKey)],
);

/** Uses of codes. A cancelled order gives its use back. */
export const codeUses = pgTable(
  'code_uses',
  {
    siteId: siteId(),
    codeId: integer().notNull(),
    orderId: integer().notNull(),
    /** null once the account is gone. */
    userId: integer(),
    usedOn: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.codeId, table.orderId] })],
);
