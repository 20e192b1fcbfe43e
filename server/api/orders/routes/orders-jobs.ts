import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, notExists, or } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { deleteExpiredRequests } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions } from '#server/api/jobs/task-list.ts';
import { deleteOldOrders, eraseContactDataOfOrders } from '#server/api/orders/order-erasure.ts';
import { orderRequestLedger } from '#server/api/orders/order-repository.ts';
import { orderAccessTokens, orderStateChanges, orders } from '#server/api/orders/orders-tables.ts';
import { processUnpaidOrders } from '#server/api/orders/unpaid/unpaid-orders-task.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { closedOrderStates } from '#shared/orders/order-states.ts';

const deleteExpiredOrderAccessTokens = (tx: SiteTx, now: Date) =>
  tx.delete(orderAccessTokens).where(lt(orderAccessTokens.expiresAt, now));

/** Locks orders of deleted accounts that were closed before `before`. */
const lockDeletedAccountOrders = (tx: SiteTx, before: Date, limit: number) => {
  const owner = tx.select({ id: users.id }).from(users).where(eq(users.id, orders.userId));
  const recentChange = tx
    .select({ id: orderStateChanges.id })
    .from(orderStateChanges)
    .where(and(eq(orderStateChanges.orderId, orders.id), gte(orderStateChanges.changedAt, before)));
  return tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(
      and(
        isNotNull(orders.userId),
        inArray(orders.state, [...closedOrderStates]),
        notExists(owner),
        notExists(recentChange),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
};

/** An order that staff entered may have a telephone number without an email address. */
const hasContactData = or(ne(orders.email, ''), ne(orders.phone, ''), ne(orders.message, ''));

/** Locks guest orders with contact data that were placed before `before`, the oldest first. */
const lockOldGuestOrders = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(and(isNull(orders.userId), hasContactData, lt(orders.createdAt, before)))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });

/**
 * Number of years for which guest orders keep contact data, the same as for accounts without activity (docs/rules.md,
 * "Personal data").
 */
const retentionYears = 3;
/** Maximum number of orders that one run changes, to limit its transaction. The next day's run continues. */
const maxOrdersPerRun = 1_000;

async function eraseOldGuestOrders(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - retentionYears);
  await eraseContactDataOfOrders(tx, await lockOldGuestOrders(tx, before, maxOrdersPerRun));
}

/**
 * Anonymises closed orders that were still open when their account was deleted. Orders that were closed less than a day
 * ago are skipped, because mails about them may still be sent.
 */
export async function eraseDeletedAccountOrders(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000);
  await eraseContactDataOfOrders(tx, await lockDeletedAccountOrders(tx, before, maxOrdersPerRun));
}

export const createOrdersJobs = (payments: PaymentProviders) =>
  ({
    daily: {
      'erase-orders-of-deleted-accounts': (tx) => eraseDeletedAccountOrders(tx, new Date()),
      'erase-old-guest-orders': (tx) => eraseOldGuestOrders(tx, new Date()),
      'delete-old-orders': (tx) => deleteOldOrders(tx, new Date()),
      'tidy-orders': async (tx) => {
        await deleteExpiredOrderAccessTokens(tx, new Date());
        await deleteExpiredRequests(tx, orderRequestLedger);
      },
    },
    hourly: {
      'unpaid-orders-task': ({ db, siteId, signal }) => processUnpaidOrders(db, siteId, payments, new Date(), signal),
    },
  }) satisfies JobDefinitions;
