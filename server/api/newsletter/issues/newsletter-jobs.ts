import { and, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import type { JobDefinitions } from '#server/api/jobs/task-list.ts';
import { deleteOldSubscriptions } from '#server/api/newsletter/newsletter-repository.ts';
import { newsletterIssues } from '../newsletter-tables.ts';
import { type SendBatchDependencies, sendBatch, sendNewsletterIssueTaskName } from './send-batch.ts';

/** The rate limit of a site by default (docs/operators/production.md). */
export const defaultNewsletterMailsPerSecond = 10;

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

/** The hourly job continues a sending whose job was lost. */
export const createNewsletterJobs = (dependencies: SendBatchDependencies) =>
  ({
    daily: newsletterDailyTasks,
    tasks: { [sendNewsletterIssueTaskName]: (job) => sendBatch(job, dependencies) },
    hourly: { 'continue-newsletters': ({ db, siteId }) => withSiteTransaction(db, siteId, queueOverdueIssues) },
  }) satisfies JobDefinitions;

async function queueOverdueIssues(tx: SiteTx): Promise<void> {
  const overdue = sql`now() - interval '15 minutes'`;
  const issues = await tx
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(
      and(
        inArray(newsletterIssues.state, ['SENDING', 'SCHEDULED']),
        lt(newsletterIssues.sendAt, overdue),
        or(isNull(newsletterIssues.nextBatchAt), lt(newsletterIssues.nextBatchAt, overdue)),
      ),
    );
  for (const { id } of issues) await queueJob(tx, sendNewsletterIssueTaskName, { issue: id });
}
