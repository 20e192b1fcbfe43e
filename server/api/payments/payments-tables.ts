import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { Localized } from '#shared/localized.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';

export const acceptedPaymentMethods = pgTable(
  'payment_methods',
  {
    siteId: siteIdColumn(),
    method: text().$type<PaymentMethod>().notNull(),
    position: integer().notNull(),
    label: jsonb().$type<Localized>().notNull(),
    instructions: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.method] })],
);
