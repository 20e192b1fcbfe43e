import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueSingleJob } from '#server/api/jobs/queue-job.ts';

export const applyPricesTask = 'apply-planned-prices';

/** Reads the first time after `now` at which planned prices of the site begin, in milliseconds since 1970. */
async function readNextPlannedTime(tx: SiteTx, now: Date): Promise<number | null> {
  // Rounded up, because a job that ran within the millisecond before the instant would not apply the price.
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select ceil(extract(epoch from min((plan ->> 'from')::timestamptz)) * 1000)::text as next
      from variants, jsonb_array_elements(planned_prices) plan
     where (plan ->> 'from')::timestamptz > ${now.toISOString()}::timestamptz`);
  const next = rows[0]?.next ?? null;
  return next === null ? null : Number(next);
}

/**
 * Queues the job for the next time at which planned prices of the site begin, which queues the one after it. A site has
 * one such job, however often its planned prices change, because all sites share the queue.
 */
export async function queueNextPlannedTime(tx: SiteTx, now: Date): Promise<void> {
  const next = await readNextPlannedTime(tx, now);
  if (next !== null) await queueSingleJob(tx, applyPricesTask, new Date(next));
}
