import { date, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, siteTable } from '#server/api/database/sites-table.ts';

export const discountCodes = siteTable(
  'discount_codes',
  ['id'],
  {
    id: integer().notNull(),
    code: text().notNull(),
    /** The code as `normaliseDiscountCode` returns it. */
    codeKey: text().notNull(),
    type: text().$type<'EURO' | 'PERCENTAGE'>().notNull(),
    /** Amount of the reduction: in euros or in percent. */
    amount: numeric({ precision: 9, scale: 2, mode: 'number' }).notNull(),
    detailType: text().$type<'PRODUCT' | 'SHIPPING_FEES'>().notNull(),
    validFrom: instant(),
    validTo: instant(),
    /** Maximum number of uses by all customers together; null for no limit. */
    maxUses: integer(),
    /** Maximum number of uses by one customer; null for no limit. */
    maxUsesPerCustomer: integer(),
    /** Minimum price of the cart's goods in cents. */
    minGoods: integer().notNull(),
  },
  (table) => [uniqueIndex().on(table.siteId, table.codeKey)],
);

/** The uses of discount codes by orders. The use of a cancelled order is deleted. */
export const discountCodeUses = siteTable('code_uses', ['codeId', 'orderId'], {
  codeId: integer().notNull(),
  orderId: integer().notNull(),
  /** The customer's email address in lower case; null for an order without one, and once the data has been erased. */
  emailKey: text(),
  usedOn: date({ mode: 'string' }).notNull(),
});
