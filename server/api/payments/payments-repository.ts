import { asc } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { acceptedPaymentMethods } from './payments-tables.ts';

/** The methods that the estate accepts, in the estate's order. */
export const readPaymentMethods = (tx: SiteTx) =>
  tx
    .select()
    .from(acceptedPaymentMethods)
    .orderBy(asc(acceptedPaymentMethods.position), asc(acceptedPaymentMethods.method));
