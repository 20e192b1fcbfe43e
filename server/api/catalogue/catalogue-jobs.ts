import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { applyDuePrices } from './apply-due-prices.ts';
import { applyPricesTaskName } from './next-price-change.ts';

// The current time is read from the database, whose clock decides when the job is due. A server whose clock is behind
// would find no price that has begun.
const applyPrices: JobTask = ({ db, siteId }) =>
  withSiteTransaction(db, siteId, async (tx) => applyDuePrices(tx, await readDatabaseTime(tx)));

export const plannedPriceJobs = {
  tasks: { [applyPricesTaskName]: applyPrices },
  // The hourly job applies prices whose queued job is missing, for example after a backup was restored.
  hourly: { 'apply-overdue-prices': applyPrices },
} satisfies JobDefinitions;
