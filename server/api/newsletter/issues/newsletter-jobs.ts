import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteOldSubscriptions } from './delete-subscriptions.ts';

/**
 * The consent record is kept for this many years after the end of a subscription. A subscription without an account is
 * erased this many years after its confirmation (docs/rules.md, "Newsletters").
 */
const consentRetentionYears = 3;

export const newsletterDailyTasks: DailySiteTasks = {
  'erase-newsletter-subscriptions': async (tx) => {
    const before = new Date();
    before.setUTCFullYear(before.getUTCFullYear() - consentRetentionYears);
    await deleteOldSubscriptions(tx, before);
  },
};
