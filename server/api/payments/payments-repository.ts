import { asc, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import { paymentMethods } from './payments-tables.ts';

/** Reads those of `methods` that the estate accepts, in the estate's order. */
export const readPaymentMethods = (tx: SiteTx, methods: readonly PaymentMethod[]) =>
  tx
    .select()
    .from(paymentMethods)
    .where(inArray(paymentMethods.method, [...methods]))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.method));
