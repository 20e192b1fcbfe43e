import { asc } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { acceptedPaymentMethods } from './payments-tables.ts';

/** Reads the payment methods that the estate accepts, sorted by the position that the estate has chosen. */
export const readPaymentMethods = (tx: SiteTx) =>
  tx
    .select()
    .from(acceptedPaymentMethods)
    .orderBy(asc(acceptedPaymentMethods.position), asc(acceptedPaymentMethods.method));
