import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { createItemRef, lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { readItem } from '#server/api/resources/read-item.ts';
import { resolveLocalized } from '#shared/localized.ts';
import {
  type NewsletterSendingControlAction,
  statesAllowingSendingAction,
} from '#shared/newsletter/newsletter-issue-states.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { freezeRecipients } from './freeze-recipients.ts';
import {
  countSubscribers,
  lockNewsletterIssue,
  type NewsletterIssueRow,
  readSiteLanguageSettings,
  requeueFailedRecipients,
  updateNewsletterIssue,
} from './newsletter-issues-repository.ts';
import { newsletterIssueResource } from './save-newsletter-issue.ts';
import { sendNewsletterIssueTaskName } from './send-batch.ts';

const maxScheduleMs = 366 * 86_400_000;
/**
 * Maximum time in milliseconds by which the chosen time may lie in the past, because the time can pass while the user
 * confirms. The issue is then sent at once.
 */
const maxDelayMs = 600_000;

interface SendRequest {
  revision: number;
  sendAt: string | null;
  userId: number;
}

type SendRefusal =
  | 'not_found'
  | 'stale_revision'
  | 'already_sent'
  | 'incomplete'
  | 'no_subscribers'
  | 'date_not_possible';

/**
 * Sends an issue to all subscribers of its newsletter, now or at a scheduled time. If the revision is outdated, the
 * refusal contains the current issue.
 */
export async function sendIssue(
  tx: SiteTx,
  id: number,
  { revision, sendAt, userId }: SendRequest,
): Promise<Outcome<null, SendRefusal>> {
  await lockSiteForEdit(tx);
  const storedRevision = await lockItemRevision(tx, createItemRef('newsletter_issues', id));
  const issue = await lockNewsletterIssue(tx, id);
  if (!issue) return refuse('not_found');
  if (issue.state !== 'DRAFT') return refuse('already_sent');
  if (storedRevision !== revision)
    return { ...refuse('stale_revision'), current: await readItem(tx, newsletterIssueResource, id) };
  if (!(await isComplete(tx, issue))) return refuse('incomplete');
  if ((await countSubscribers(tx, issue.listId)) === 0) return refuse('no_subscribers');
  const now = await readDatabaseTime(tx);
  const time = sendAt === null ? now : new Date(sendAt);
  const msUntil = time.getTime() - now.getTime();
  if (msUntil < -maxDelayMs || msUntil > maxScheduleMs) return refuse('date_not_possible');
  const started = msUntil <= 0 ? await freezeRecipients(tx, issue, now) : await schedule(tx, issue, time);
  await queueJob(tx, sendNewsletterIssueTaskName, { issue: id }, msUntil <= 0 ? undefined : time);
  await recordChange(tx, { id, userId, before: issue, after: started });
  return ok(null);
}

async function schedule(tx: SiteTx, issue: NewsletterIssueRow, sendAt: Date): Promise<NewsletterIssueRow> {
  await updateNewsletterIssue(tx, issue.id, { state: 'SCHEDULED', sendAt });
  return { ...issue, state: 'SCHEDULED', sendAt };
}

/** An issue is complete if it has content, and a subject for each language of the site, if need be the default one. */
async function isComplete(tx: SiteTx, { subject, blocks }: NewsletterIssueRow): Promise<boolean> {
  const { defaultLang, languages } = await readSiteLanguageSettings(tx);
  return blocks.length > 0 && languages.every((lang) => resolveLocalized(subject, lang, defaultLang).trim() !== '');
}

/** Pauses, resumes or cancels the sending of an issue, or tries the failed recipients again. */
export async function changeSendingState(
  tx: SiteTx,
  id: number,
  { action, userId }: { action: NewsletterSendingControlAction; userId: number },
): Promise<Outcome<null, 'not_found' | 'action_not_possible'>> {
  const issue = await lockNewsletterIssue(tx, id);
  if (!issue) return refuse('not_found');
  if (!statesAllowingSendingAction[action].includes(issue.state)) return refuse('action_not_possible');
  if (action === 'RETRY' && (await requeueFailedRecipients(tx, id)) === 0) return refuse('action_not_possible');
  const change = changeOf(action, issue, await readDatabaseTime(tx));
  await updateNewsletterIssue(tx, id, change);
  const after = { ...issue, ...change };
  if (after.state === 'SENDING') await queueJob(tx, sendNewsletterIssueTaskName, { issue: id });
  await recordChange(tx, { id, userId, before: issue, after });
  return ok(null);
}

function changeOf(
  action: NewsletterSendingControlAction,
  { state }: NewsletterIssueRow,
  now: Date,
): Partial<NewsletterIssueRow> {
  switch (action) {
    case 'PAUSE':
      return { state: 'PAUSED' };
    case 'RESUME':
      return { state: 'SENDING', nextBatchAt: null };
    case 'RETRY':
      return { state: state === 'SENT' ? 'SENDING' : state, finishedAt: null, nextBatchAt: null };
    case 'CANCEL':
      return state === 'SCHEDULED' ? { state: 'DRAFT', sendAt: null } : { state: 'CANCELLED', finishedAt: now };
  }
}

interface SendingChange {
  id: number;
  userId: number;
  before: NewsletterIssueRow;
  after: NewsletterIssueRow;
}

const recordChange = (tx: SiteTx, { id, userId, before, after }: SendingChange): Promise<void> =>
  recordStaffChange(tx, {
    userId,
    resource: 'newsletter-issue',
    key: id,
    action: 'UPDATE',
    before: describeState(before),
    after: describeState(after),
  });

const describeState = ({ state, sendAt }: NewsletterIssueRow) => ({ state, sendAt: sendAt?.toISOString() ?? null });
