import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { applyDuePrices } from './apply-due-prices.ts';

const applyPricesTask = 'apply-planned-prices';

/** Reads the times at which planned prices of the site begin, in milliseconds since 1970. */
export async function readPlannedTimes(tx: SiteTx): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ from: string }>(sql`
    select distinct plan ->> 'from' as "from" from variants, jsonb_array_elements(planned_prices) plan`);
  return new Set(rows.map(({ from }) => Date.parse(from)));
}

/** Queues a job for each time at which planned prices begin. @param known The times before the save, which have a job. */
export async function queueNewPlannedTimes(tx: SiteTx, known: ReadonlySet<number>): Promise<void> {
  for (const time of await readPlannedTimes(tx))
    if (!known.has(time)) await queueJob(tx, applyPricesTask, {}, new Date(time));
}

const applyPrices: JobTask = ({ db, siteId }) =>
  withSiteTransaction(db, siteId, (tx) => applyDuePrices(tx, new Date()));

export const plannedPriceJobs = {
  tasks: { [applyPricesTask]: applyPrices },
  // Applies prices whose own job is missing, for example after a backup was restored.
  hourly: { 'apply-overdue-prices': applyPrices },
} satisfies JobDefinitions;
