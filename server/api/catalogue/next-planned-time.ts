import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';

export const applyPricesTask = 'apply-planned-prices';

/** Reads the first time after `now` at which planned prices of the site begin, in milliseconds since 1970. */
export async function readNextPlannedTime(tx: SiteTx, now: Date): Promise<number | null> {
  // Rounded up, because a job that ran within the millisecond before the instant would not apply the price.
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select ceil(extract(epoch from min((plan ->> 'from')::timestamptz)) * 1000)::text as next
      from variants, jsonb_array_elements(planned_prices) plan
     where (plan ->> 'from')::timestamptz > ${now.toISOString()}::timestamptz`);
  const next = rows[0]?.next ?? null;
  return next === null ? null : Number(next);
}

/**
 * Queues a job for the next time at which planned prices begin, which queues the one after it. A site has few such jobs
 * at once, because all sites share the queue.
 * @param queued The next time before the change, which has a job already.
 */
export async function queueNextPlannedTime(tx: SiteTx, queued: number | null, now: Date): Promise<void> {
  const next = await readNextPlannedTime(tx, now);
  if (next !== null && next !== queued) await queueJob(tx, applyPricesTask, {}, new Date(next));
}
