import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** Queues a job of the transaction's site: it runs once that has committed, and not at all if it does not. */
export async function queueJob(
  tx: SiteTx,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  runAt: Date = new Date(0),
): Promise<void> {
  await tx.execute(sql`select queue_job(${task}, ${JSON.stringify(payload)}::jsonb, ${runAt.toISOString()})`);
}
