import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { applyDuePrices } from './apply-due-prices.ts';
import { applyPricesTask } from './next-planned-time.ts';

const applyPrices: JobTask = ({ db, siteId }) =>
  withSiteTransaction(db, siteId, (tx) => applyDuePrices(tx, new Date()));

export const plannedPriceJobs = {
  tasks: { [applyPricesTask]: applyPrices },
  // Applies prices whose own job is missing, for example after a backup was restored.
  hourly: { 'apply-overdue-prices': applyPrices },
} satisfies JobDefinitions;
