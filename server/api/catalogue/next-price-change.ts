import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { queueSingleJob } from '#server/api/jobs/queue-job.ts';

export const applyPricesTaskName = 'apply-planned-prices';

/** Reads the first time at which planned prices of the site begin or began, in milliseconds since 1970. */
async function readNextPriceChangeTime(tx: SiteTx): Promise<number | null> {
  // The time is rounded up, because a job that ran within the millisecond before the instant would not apply the price.
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select ceil(extract(epoch from min((plan ->> 'from')::timestamptz)) * 1000)::text as next
      from variants, jsonb_array_elements(planned_prices) plan`);
  const next = rows[0]?.next ?? null;
  return next === null ? null : Number(next);
}

/**
 * Queues the job for the next time at which planned prices of the site begin; that job queues the one after it. A site
 * has one such job, however often its planned prices change, because all sites share the queue. The job runs at once
 * for prices that have begun and were not applied, for example because they were saved while the last job was running.
 */
export async function queueNextPriceChange(tx: SiteTx): Promise<void> {
  // The site's row is locked, because a concurrent transaction, whose planned prices are not visible before its commit,
  // would move the job to another time. `notifySiteChanged` locks the same row, so the two locks cannot be taken in
  // different orders.
  await tx.select({ id: sites.id }).from(sites).where(eq(sites.id, tx.siteId)).for('no key update');
  const next = await readNextPriceChangeTime(tx);
  if (next !== null) await queueSingleJob(tx, applyPricesTaskName, new Date(next));
}
