import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { type Job, readIdFromPayload } from '#server/api/jobs/task-list.ts';
import { markReasonAsUncertainDelivery } from '#server/api/mail/delivery-error.ts';
import type { MailTransport } from '#server/api/mail/mail-transport.ts';
import {
  failInterruptedRecipients,
  readConsecutiveFailureReasons,
  readNextBatchAt,
  readQueueTimes,
  waitForNewsletterBatchLock,
} from './batch-repository.ts';
import { isServerFailure } from './classify-delivery-failure.ts';
import { freezeRecipients } from './freeze-recipients.ts';
import { lockNewsletterIssue, type NewsletterIssueRow, updateNewsletterIssue } from './newsletter-issues-repository.ts';
import {
  createNewsletterIssueTemplateRenderer,
  type RecipientResult,
  sendToNextRecipient,
} from './send-newsletter-issue-to-recipient.ts';

export const sendNewsletterIssueTaskName = 'send-newsletter-issue';

export interface SendBatchDependencies {
  transport: MailTransport;
  logger: FastifyBaseLogger;
  /** Maximum number of mails per second and site. */
  mailsPerSecond: number;
}

/**
 * The interval between two batches of an issue. A batch has as many mails as the rate limit allows in this time.
 * Between batches the worker runs other jobs. Mails that are not newsletters come first, because they are due earlier.
 */
const batchMs = 2_000;
/** A batch ends after this time, so that a slow mail server does not keep other jobs waiting. */
const maxBatchMs = 5_000;
/** After a failure of the mail server, the next batch starts after this time. */
const haltMs = 30_000;
/** An issue is paused after this number of consecutive recipients has failed because of the mail server. */
const maxServerFailures = 10;
/** The result of a mail is unknown if no worker has recorded it within this time. */
const interruptedAfterMs = 300_000;
const interruptedReason = markReasonAsUncertainDelivery('the server stopped, and the mail may have been delivered');

/** Sends the next mails of an issue, and queues the job for the batch after them. */
export async function sendBatch(
  { db, siteId, payload, signal }: Pick<Job, 'db' | 'siteId' | 'payload' | 'signal'>,
  dependencies: SendBatchDependencies,
): Promise<void> {
  const issueId = readIdFromPayload(payload, 'issue');
  const issue = await withSiteTransaction(db, siteId, (tx) => startBatch(tx, issueId));
  if (!issue) return;
  const results = await sendMails(db, issue, signal, dependencies);
  const state = await withSiteTransaction(db, siteId, (tx) => endBatch(tx, issue, results));
  const counts = Object.fromEntries(
    (['sent', 'skipped', 'failed', 'deferred', 'halted'] as const).map((result) => [
      result,
      results.filter((each) => each === result).length,
    ]),
  );
  const { logger } = dependencies;
  const fields = { site: siteId, issue: issueId };
  logger.info({ code: 'newsletter_batch_sent', ...fields, ...counts }, 'newsletter batch sent');
  if (state === 'SENT') logger.info({ code: 'newsletter_sent', ...fields }, 'newsletter sent');
  if (state === 'PAUSED') logger.error({ code: 'newsletter_paused', ...fields }, 'newsletter paused after failures');
}

async function sendMails(
  db: Db,
  issue: NewsletterIssueRow,
  signal: AbortSignal,
  { transport, mailsPerSecond }: SendBatchDependencies,
): Promise<RecipientResult[]> {
  const results: RecipientResult[] = [];
  const render = createNewsletterIssueTemplateRenderer(issue);
  const batchSize = Math.max(1, Math.floor((mailsPerSecond * batchMs) / 1_000));
  const endsAt = performance.now() + maxBatchMs;
  while (results.length < batchSize && !signal.aborted && performance.now() < endsAt) {
    const result = await sendToNextRecipient(db, issue, render, transport);
    results.push(result);
    if (result === 'none' || result === 'halted') break;
  }
  return results;
}

/** @returns The issue; null if it is not to be sent now, or if another job sends its next batch. */
async function startBatch(tx: SiteTx, issueId: number): Promise<NewsletterIssueRow | null> {
  await waitForNewsletterBatchLock(tx);
  const locked = await lockNewsletterIssue(tx, issueId);
  if (!locked) return null;
  const now = await readDatabaseTime(tx);
  const isDue = locked.state === 'SCHEDULED' && locked.sendAt !== null && locked.sendAt <= now;
  const issue = isDue ? await freezeRecipients(tx, locked, now) : locked;
  if (issue.state !== 'SENDING' || (issue.nextBatchAt && issue.nextBatchAt > now)) return null;
  // The rate limit applies to the whole site, so batches of different issues are sent one after another.
  const ownNextBatchAt = new Date(now.getTime() + batchMs);
  const nextBatchOfOthers = await readNextBatchAt(tx, issueId, ownNextBatchAt);
  if (nextBatchOfOthers && nextBatchOfOthers > now) {
    await updateNewsletterIssue(tx, issueId, { nextBatchAt: nextBatchOfOthers });
    await queueJob(tx, sendNewsletterIssueTaskName, { issue: issueId }, nextBatchOfOthers);
    return null;
  }
  await updateNewsletterIssue(tx, issueId, { nextBatchAt: ownNextBatchAt });
  return issue;
}

/** @returns The new state; null if staff have changed it. */
async function endBatch(
  tx: SiteTx,
  issue: NewsletterIssueRow,
  results: readonly RecipientResult[],
): Promise<'SENDING' | 'PAUSED' | 'SENT' | null> {
  const locked = await lockNewsletterIssue(tx, issue.id);
  if (locked?.state !== 'SENDING') return null;
  const now = await readDatabaseTime(tx);
  await failInterruptedRecipients(tx, issue.id, new Date(now.getTime() - interruptedAfterMs), interruptedReason);
  const due = await readQueueTimes(tx, issue.id);
  if (!due) {
    await updateNewsletterIssue(tx, issue.id, { state: 'SENT', finishedAt: now });
    return 'SENT';
  }
  if (results.includes('halted') && (await hasServerFailed(tx, issue.id))) {
    await updateNewsletterIssue(tx, issue.id, { state: 'PAUSED' });
    return 'PAUSED';
  }
  const dueTimes = [due.pending?.getTime(), due.claimed && due.claimed.getTime() + interruptedAfterMs + 1_000];
  const nextDue = Math.min(...dueTimes.filter((time) => typeof time === 'number'));
  const delayMs = results.includes('halted') ? haltMs : 0;
  const earliest = Math.max(locked.nextBatchAt?.getTime() ?? 0, now.getTime() + delayMs);
  // After a batch with recipients, the next batch starts when the rate limit allows it, because the other issues of the
  // site wait for that time. If that batch finds no recipient, the issue waits until the next one is due.
  const hasSent = results.some((result) => result !== 'none');
  const nextBatchAt = new Date(hasSent ? earliest : Math.max(earliest, nextDue));
  await updateNewsletterIssue(tx, issue.id, { nextBatchAt });
  await queueJob(tx, sendNewsletterIssueTaskName, { issue: issue.id }, nextBatchAt);
  return 'SENDING';
}

async function hasServerFailed(tx: SiteTx, issueId: number): Promise<boolean> {
  const reasons = await readConsecutiveFailureReasons(tx, issueId, maxServerFailures);
  return reasons.length === maxServerFailures && reasons.every(isServerFailure);
}
