import { asc } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { paymentMethods } from './payments-tables.ts';

/** The methods that the estate accepts, in its own order. */
export const readPaymentMethods = (tx: SiteTx) =>
  tx.select().from(paymentMethods).orderBy(asc(paymentMethods.position), asc(paymentMethods.method));
