import { and, desc, eq, inArray, isNull, lt, lte, max, min, ne, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { type Job, readIdFromPayload } from '#server/api/jobs/task-list.ts';
import {
  isUncertainDeliveryReason,
  MailDeliveryError,
  markReasonAsUncertainDelivery,
} from '#server/api/mail/delivery-error.ts';
import type { ComposedMail, MailTransport } from '#server/api/mail/mail-transport.ts';
import { renderMail } from '#server/api/mail/render-mail.ts';
import { composeMessage, sendThroughTransport } from '#server/api/mail/send-mail.ts';
import {
  newsletterIssues,
  newsletterRecipients as recipients,
  newsletterSubscriptions as subscriptions,
} from '#server/api/newsletter/newsletter-tables.ts';
import type { Lang } from '#shared/languages.ts';
import { createNewsletterIssueMail } from './newsletter-issue-mail.ts';
import {
  freezeRecipients,
  lockNewsletterIssue,
  type NewsletterIssueRow,
  readSiteLanguageSettings,
  updateNewsletterIssue,
} from './newsletter-issues-repository.ts';

/** Marks the next due recipient of an issue as being mailed, so that no other worker mails the same address. */
async function claimNextRecipient(
  tx: SiteTx,
  issueId: number,
): Promise<{ subscriptionId: number; attempts: number } | null> {
  const [next] = await tx
    .select({ subscriptionId: recipients.subscriptionId })
    .from(recipients)
    .where(and(eq(recipients.issueId, issueId), eq(recipients.state, 'PENDING'), lte(recipients.dueAt, sql`now()`)))
    .orderBy(recipients.dueAt, recipients.subscriptionId)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!next) return null;
  const [claimed] = await tx
    .update(recipients)
    .set({ state: 'SENDING', attempts: sql`${recipients.attempts} + 1`, claimedAt: sql`now()` })
    .where(isRecipient(issueId, next.subscriptionId))
    .returning({ subscriptionId: recipients.subscriptionId, attempts: recipients.attempts });
  return claimed ?? null;
}

const isRecipient = (issueId: number, subscriptionId: number) =>
  and(eq(recipients.issueId, issueId), eq(recipients.subscriptionId, subscriptionId));

async function readActiveSubscription(tx: SiteTx, id: number) {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.endedAt)));
  return row ?? null;
}

const updateRecipient = (
  tx: SiteTx,
  issueId: number,
  subscriptionId: number,
  change: Partial<Pick<typeof recipients.$inferSelect, 'state' | 'lastError' | 'sentAt' | 'dueAt'>>,
) => tx.update(recipients).set(change).where(isRecipient(issueId, subscriptionId));

/** Marks recipients as failed whose worker stopped before it recorded the result. */
const failInterruptedRecipients = (tx: SiteTx, issueId: number, claimedBefore: Date, reason: string) =>
  tx
    .update(recipients)
    .set({ state: 'FAILED', lastError: reason })
    .where(
      and(eq(recipients.issueId, issueId), eq(recipients.state, 'SENDING'), lt(recipients.claimedAt, claimedBefore)),
    );

/**
 * Reads the errors of the recipients who have failed since the last successful delivery of an issue, the latest first.
 * Recipients who will be tried again do not count.
 */
async function readConsecutiveFailureReasons(tx: SiteTx, issueId: number, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ state: recipients.state, reason: recipients.lastError })
    .from(recipients)
    .where(and(eq(recipients.issueId, issueId), inArray(recipients.state, ['SENT', 'FAILED'])))
    .orderBy(desc(recipients.claimedAt))
    .limit(limit);
  const sent = rows.findIndex(({ state }) => state === 'SENT');
  return rows.slice(0, sent === -1 ? limit : sent).map(({ reason }) => reason);
}

/**
 * Reads the earliest due time of the pending recipients of an issue, and the earliest time at which a worker claimed a
 * recipient whose result is not recorded yet.
 * @returns Null if all recipients are finished.
 */
async function readQueueTimes(
  tx: SiteTx,
  issueId: number,
): Promise<{ pending: Date | null; claimed: Date | null } | null> {
  const [row] = await tx
    .select({
      pending: min(sql<Date | null>`case when ${recipients.state} = 'PENDING' then ${recipients.dueAt} end`).mapWith(
        recipients.dueAt,
      ),
      claimed: min(
        sql<Date | null>`case when ${recipients.state} = 'SENDING' then ${recipients.claimedAt} end`,
      ).mapWith(recipients.dueAt),
    })
    .from(recipients)
    .where(and(eq(recipients.issueId, issueId), inArray(recipients.state, ['PENDING', 'SENDING'])));
  return row && (row.pending || row.claimed) ? row : null;
}

/** The first key of the advisory locks below. The second is the site. */
const batchLockClass = 7_203;

/** Makes the site's batches start one after the other, until the transaction ends. */
const waitForNewsletterBatchLock = (tx: SiteTx) =>
  tx.execute(sql`select pg_advisory_xact_lock(${batchLockClass}, ${tx.siteId})`);

/**
 * Reads the time before which the rate limit allows no batch, because of other issues of the site.
 * @param latest The end of the interval that the rate limit can reserve. An issue with a later time sends nothing until
 *   then, for example because it waits for another attempt, and delays no other issue.
 */
async function readNextBatchAt(tx: SiteTx, issueId: number, latest: Date): Promise<Date | null> {
  const { id, state, nextBatchAt } = newsletterIssues;
  const [row] = await tx
    .select({ time: max(nextBatchAt) })
    .from(newsletterIssues)
    .where(and(eq(state, 'SENDING'), ne(id, issueId), lte(nextBatchAt, latest)));
  return row?.time ?? null;
}

/** Matches nodemailer's codes for connection failures, which may come with a reply of the mail server. */
const connectionFailureCode = /^(?:EAUTH|ETLS|ECONNECTION|EDNS)\b/;

type DeliveryFailureKind = 'unavailable' | 'deferred' | 'rejected' | 'uncertain';

/**
 * Classifies the reason why a mail could not be sent. `unavailable`: the mail was certainly not delivered, because the
 * mail server accepts none at present. `deferred`: the mail server refuses this mail or recipient for now. `rejected`:
 * it refuses them for good. `uncertain`: the mail may have been delivered, so that another attempt could send the mail
 * twice.
 */
export function classifyDeliveryFailure(reason: string): DeliveryFailureKind {
  if (isUncertainDeliveryReason(reason)) return 'uncertain';
  if (connectionFailureCode.test(reason)) return 'unavailable';
  const [, reply = ''] = /^(?:\w+: )?([45]\d\d)\b/.exec(reason) ?? [];
  if (reply === '421') return 'unavailable';
  if (reply !== '') return reply.startsWith('4') ? 'deferred' : 'rejected';
  if (/^E(?:ENVELOPE|MESSAGE): /.test(reason)) return 'rejected';
  // The transport marks every failure after which the mail may have been delivered, so this one certainly prevented the
  // delivery.
  return 'unavailable';
}

/** Returns true if the failure concerns the mail server, so that the next recipient would probably fail too. */
const isServerFailure = (reason: string): boolean =>
  ['unavailable', 'uncertain'].includes(classifyDeliveryFailure(reason));

/** The delays in minutes after which a recipient is tried again. After the last one the recipient has failed. */
const retryMinutes = [1, 5, 20, 60];

/**
 * `none`: no recipient is due, or the issue is no longer being sent. `skipped`: the recipient has unsubscribed.
 * `deferred`: the recipient is tried again later. `halted`: the mail server failed, so that others must wait too.
 */
type RecipientResult = 'sent' | 'skipped' | 'failed' | 'deferred' | 'halted' | 'none';

type RenderIssue = (tx: SiteTx, lang: Lang) => Promise<Awaited<ReturnType<typeof renderMail>> & { url: string }>;

/** Stands for the token of the unsubscription link while a mail is rendered for all recipients of one language. */
const tokenPlaceholder = '00000000-0000-0000-0000-000000000000';
const recipientPlaceholder = 'recipient@placeholder.example';

/** Creates a renderer for a newsletter issue that caches its result per language. */
function createNewsletterIssueTemplateRenderer(issue: NewsletterIssueRow): RenderIssue {
  const rendered = new Map<Lang, ReturnType<RenderIssue>>();
  const render: RenderIssue = async (tx, lang) => {
    const recipient = { to: recipientPlaceholder, lang, unsubscribeToken: tokenPlaceholder };
    const mail = await createNewsletterIssueMail(tx, issue, recipient);
    return { ...(await renderMail(tx, mail)), url: mail.unsubscription?.url ?? '' };
  };
  return async (tx, lang) => {
    const existing = rendered.get(lang);
    if (existing) return existing;
    const result = await render(tx, lang);
    rendered.set(lang, Promise.resolve(result));
    return result;
  };
}

interface Claim {
  subscriptionId: number;
  attempts: number;
  /** The mail; null for a recipient who has unsubscribed. */
  message: ComposedMail | null;
}

/**
 * Mails an issue to the next recipient. The claim is committed before the mail is sent, so that no recipient receives
 * the mail twice, even if the worker is killed in between.
 */
async function sendToNextRecipient(
  db: Db,
  issue: NewsletterIssueRow,
  render: RenderIssue,
  transport: MailTransport,
): Promise<RecipientResult> {
  const claim = await withSiteTransaction(db, issue.siteId, (tx) => claimNextMail(tx, issue, render));
  if (!claim) return 'none';
  if (!claim.message) return 'skipped';
  const failure = await tryToDeliver(claim.message, transport);
  return withSiteTransaction(db, issue.siteId, (tx) => recordResult(tx, issue, claim, failure));
}

async function claimNextMail(tx: SiteTx, issue: NewsletterIssueRow, render: RenderIssue): Promise<Claim | null> {
  // The lock waits for an action of staff in progress, such as a pause.
  if ((await lockNewsletterIssue(tx, issue.id))?.state !== 'SENDING') return null;
  const claimed = await claimNextRecipient(tx, issue.id);
  if (!claimed) return null;
  const subscription = await readActiveSubscription(tx, claimed.subscriptionId);
  if (!subscription) {
    await updateRecipient(tx, issue.id, claimed.subscriptionId, { state: 'SKIPPED' });
    return { ...claimed, message: null };
  }
  const { defaultLang, languages } = await readSiteLanguageSettings(tx);
  const lang = subscription.lang && languages.includes(subscription.lang) ? subscription.lang : defaultLang;
  const { html, text, url, ...mail } = await render(tx, lang);
  const personalise = (content: string) => content.replaceAll(tokenPlaceholder, subscription.unsubscribeToken);
  const createdAt = issue.startedAt ?? new Date();
  const id = `${issue.siteId}.newsletter.${issue.id}.${claimed.subscriptionId}`;
  const message = composeMessage({
    ...mail,
    recipient: subscription.email,
    html: personalise(html),
    text: personalise(text),
    unsubscribeUrl: personalise(url),
    createdAt,
    messageId: `${id}.${createdAt.getTime().toString(36)}`,
    name: `${createdAt.toISOString().replace(/\D/g, '')}-${issue.siteId}-${issue.id}.${claimed.subscriptionId}`,
  });
  return { ...claimed, message };
}

/** @returns The reason if the mail could not be sent, otherwise null. */
async function tryToDeliver(message: ComposedMail, transport: MailTransport): Promise<string | null> {
  try {
    // The sending of a mail is completed even if the worker stops meanwhile, so that its result is known.
    await sendThroughTransport(message, transport, new AbortController().signal);
    return null;
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error;
    return error.message;
  }
}

async function recordResult(
  tx: SiteTx,
  { id }: NewsletterIssueRow,
  { subscriptionId, attempts }: Claim,
  failure: string | null,
): Promise<RecipientResult> {
  if (failure === null) {
    await updateRecipient(tx, id, subscriptionId, { state: 'SENT', sentAt: new Date(), lastError: '' });
    return 'sent';
  }
  const kind = classifyDeliveryFailure(failure);
  const delay = kind === 'unavailable' || kind === 'deferred' ? retryMinutes[attempts - 1] : undefined;
  if (delay === undefined) {
    await updateRecipient(tx, id, subscriptionId, { state: 'FAILED', lastError: failure });
    return isServerFailure(failure) ? 'halted' : 'failed';
  }
  const dueAt = new Date(Date.now() + delay * 60_000);
  await updateRecipient(tx, id, subscriptionId, { state: 'PENDING', lastError: failure, dueAt });
  return isServerFailure(failure) ? 'halted' : 'deferred';
}

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
