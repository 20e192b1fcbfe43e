import { eq, getTableName, gt, min } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { queueSingleJob } from '#server/api/jobs/queue-job.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { notifySiteChanged } from './notify-site-changed.ts';

/** A table whose items visitors see from their publication date on. */
type PublicationTable = PgTable & { publishedAt: PgColumn };

interface PublicationNotifier {
  /**
   * Queues the job for the next publication date of the site. A site has one such job, however many items wait for
   * their publication, because all sites share the queue.
   */
  queueNext(tx: SiteTx): Promise<void>;
  jobs: JobDefinitions;
}

/**
 * Time in milliseconds by which a server's clock may lag behind the database's clock. Servers render with their own
 * clocks, so the job runs later by this time.
 */
const clockToleranceMs = 200;

/**
 * Creates the notifier for the tables with content that has a publication date. Without it, cached pages would
 * not show an item before they expire.
 * @param task The name of the job, which must be unique to the notifier.
 */
export function createPublicationNotifier(task: string, tables: readonly PublicationTable[]): PublicationNotifier {
  const queueNext = async (tx: SiteTx) => {
    // The site's row is locked, because a concurrent transaction, whose items are not visible before its commit, would
    // move the job to another time. `notifySiteChanged` locks the same row, so the two locks cannot be taken in
    // different orders.
    await tx.select({ id: sites.id }).from(sites).where(eq(sites.id, tx.siteId)).for('no key update');
    const next = await readNextTime(tx, tables);
    if (next !== null) await queueSingleJob(tx, task, new Date(next + clockToleranceMs));
  };
  const announce: JobTask = ({ db, siteId }) =>
    withSiteTransaction(db, siteId, async (tx) => {
      await notifySiteChanged(tx);
      await queueNext(tx);
    });
  const requeue: JobTask = ({ db, siteId }) => withSiteTransaction(db, siteId, queueNext);
  // The hourly job queues a missing job again, for example after a backup was restored.
  const name = `queue-${task}`;
  const due = tables
    .map((table) => `exists (select from "${getTableName(table)}" where published_at > now())`)
    .join(' or ');
  return { queueNext, jobs: { tasks: { [task]: announce }, hourly: { [name]: requeue }, due: { [name]: due } } };
}

/** Reads the first publication date in the future, in milliseconds since 1970. */
async function readNextTime(tx: SiteTx, tables: readonly PublicationTable[]): Promise<number | null> {
  const now = await readDatabaseTime(tx);
  const times: number[] = [];
  for (const table of tables) {
    const [row] = await tx
      .select({ next: min(table.publishedAt) })
      .from(table)
      .where(gt(table.publishedAt, now));
    if (row?.next) times.push(new Date(row.next as Date).getTime());
  }
  return times.length === 0 ? null : Math.min(...times);
}
