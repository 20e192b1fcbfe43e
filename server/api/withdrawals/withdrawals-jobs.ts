import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteOldUnmatchedWithdrawals, deleteOldWithdrawals } from './withdrawals-repository.ts';

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
