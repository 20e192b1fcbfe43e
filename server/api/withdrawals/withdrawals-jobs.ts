import { and, isNull, lt } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { withdrawals } from './withdrawals-tables.ts';

/** Deletes declarations made before `before` that match no order. */
const deleteOldUnmatchedWithdrawals = (tx: SiteTx, before: Date) =>
  tx.delete(withdrawals).where(and(isNull(withdrawals.orderId), lt(withdrawals.receivedAt, before)));

/** Deletes all declarations made before `before`. */
const deleteOldWithdrawals = (tx: SiteTx, before: Date) =>
  tx.delete(withdrawals).where(lt(withdrawals.receivedAt, before));

/** Retention period of declarations that match no order (docs/rules.md, "Withdrawal"). */
const unmatchedRetentionMonths = 6;
/** Retention period of declarations that match an order, the same as for orders (docs/rules.md, "End of orders"). */
const retentionYears = 11;

export const withdrawalsDailyTasks: DailySiteTasks = {
  'tidy-withdrawals': async (tx) => {
    const before = new Date();
    before.setUTCMonth(before.getUTCMonth() - unmatchedRetentionMonths);
    await deleteOldUnmatchedWithdrawals(tx, before);
    const beforeOrders = new Date();
    beforeOrders.setUTCFullYear(beforeOrders.getUTCFullYear() - retentionYears);
    await deleteOldWithdrawals(tx, beforeOrders);
  },
};
