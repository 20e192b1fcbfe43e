import { integer, text } from 'drizzle-orm/pg-core';
import { localized, siteTable } from '#server/api/database/sites-table.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';

export const acceptedPaymentMethods = siteTable('payment_methods', ['method'], {
  method: text().$type<PaymentMethod>().notNull(),
  position: integer().notNull(),
  label: localized(),
  instructions: localized(),
});
