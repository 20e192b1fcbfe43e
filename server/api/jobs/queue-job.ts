import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** Queues a job of the transaction's site, which runs only if the transaction commits. */
export async function queueJob(
  tx: SiteTx,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  runAt: Date = new Date(0),
): Promise<void> {
  await tx.execute(sql`select queue_job(${task}, ${JSON.stringify(payload)}::jsonb, ${runAt.toISOString()})`);
}

/**
 * Queues a job of a task of which each site has at most one waiting job. If the site already has one, that job is moved
 * to the new time. A running job is not affected.
 */
export async function queueSingleJob(tx: SiteTx, task: string, runAt: Date): Promise<void> {
  await tx.execute(sql`select queue_single_job(${task}, ${runAt.toISOString()})`);
}
