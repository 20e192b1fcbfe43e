import { asc, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { surplusPayments } from './orders-tables.ts';

/** Reads the surplus payments of orders, the oldest first. */
export const readSurplusPaymentsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select()
    .from(surplusPayments)
    .where(inArray(surplusPayments.orderId, [...orderIds]))
    .orderBy(asc(surplusPayments.receivedAt), asc(surplusPayments.reference));
