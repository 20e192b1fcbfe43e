import { and, count, desc, eq, isNull, notLike, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { createItemRef, lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { isUncertainDeliveryReason, uncertainDeliveryPrefix } from '#server/api/mail/delivery-error.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { renderMail } from '#server/api/mail/render-mail.ts';
import {
  newsletterIssues,
  newsletterLists,
  newsletterRecipients as recipients,
  newsletterSubscriptions as subscriptions,
} from '#server/api/newsletter/newsletter-tables.ts';
import { readItem } from '#server/api/resources/resource.ts';
import { getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { resolveLocalized } from '#shared/localized.ts';
import {
  maxListedFailures,
  type NewsletterIssueProgress,
  newsletterIssueContract,
} from '#shared/newsletter/newsletter-issue-contract.ts';
import {
  type NewsletterSendingControlAction,
  statesAllowingSendingAction,
} from '#shared/newsletter/newsletter-issue-states.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { createNewsletterIssueMail } from './newsletter-issue-mail.ts';
import {
  freezeRecipients,
  lockNewsletterIssue,
  type NewsletterIssueRow,
  readSiteLanguageSettings,
  updateNewsletterIssue,
} from './newsletter-issues-repository.ts';
import { newsletterIssueResource, readTextBlockImageLookup, sanitiseBlocks } from './save-newsletter-issue.ts';
import { sendNewsletterIssueTaskName } from './send-batch.ts';

async function readNewsletterIssue(tx: SiteTx, id: number) {
  const [row] = await tx
    .select({ issue: newsletterIssues, list: newsletterLists.name })
    .from(newsletterIssues)
    .innerJoin(newsletterLists, eq(newsletterLists.id, newsletterIssues.listId))
    .where(eq(newsletterIssues.id, id));
  return row ?? null;
}

const countSubscribers = (tx: SiteTx, listId: number): Promise<number> =>
  tx.$count(subscriptions, and(eq(subscriptions.listId, listId), isNull(subscriptions.endedAt)));

/** SQL condition: the recipient's last error, if any, is not one after which the mail may have been delivered. */
const isCertainlyUndelivered = notLike(recipients.lastError, `${uncertainDeliveryPrefix}%`);

async function countRecipientsByState(tx: SiteTx, issueId: number): Promise<NewsletterIssueProgress['recipients']> {
  const state = (name: string) => sql<number>`count(*) filter (where ${recipients.state} = ${name})::integer`;
  const [row] = await tx
    .select({
      total: count(),
      sent: state('SENT'),
      failed: state('FAILED'),
      uncertain: sql<number>`count(*) filter (where ${recipients.state} = 'FAILED' and not (${isCertainlyUndelivered}))::integer`,
      skipped: state('SKIPPED'),
      waiting: sql<number>`count(*) filter (where ${recipients.state} in ('PENDING', 'SENDING'))::integer`,
      unsubscribed: sql<number>`count(*) filter (where ${recipients.state} = 'SENT' and ${subscriptions.endedAt} > ${recipients.sentAt})::integer`,
    })
    .from(recipients)
    .leftJoin(subscriptions, eq(subscriptions.id, recipients.subscriptionId))
    .where(eq(recipients.issueId, issueId));
  return row ?? { total: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0, waiting: 0, unsubscribed: 0 };
}

/** Reads the latest failed recipients of an issue, with the email addresses of those who were not erased. */
async function readLatestFailedRecipients(tx: SiteTx, issueId: number): Promise<NewsletterIssueProgress['failures']> {
  const rows = await tx
    .select({ email: subscriptions.email, reason: recipients.lastError })
    .from(recipients)
    .leftJoin(subscriptions, eq(subscriptions.id, recipients.subscriptionId))
    .where(and(eq(recipients.issueId, issueId), eq(recipients.state, 'FAILED')))
    .orderBy(desc(recipients.claimedAt), recipients.subscriptionId)
    .limit(maxListedFailures);
  return rows.map((row) => ({ ...row, isUncertain: isUncertainDeliveryReason(row.reason) }));
}

/** Queues the failed recipients of an issue again, except those who may have received the mail. */
async function requeueFailedRecipients(tx: SiteTx, issueId: number): Promise<number> {
  const rows = await tx
    .update(recipients)
    .set({ state: 'PENDING', attempts: 0, dueAt: sql`now()` })
    .where(and(eq(recipients.issueId, issueId), eq(recipients.state, 'FAILED'), isCertainlyUndelivered))
    .returning({ id: recipients.subscriptionId });
  return rows.length;
}

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
async function sendIssue(
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
async function changeSendingState(
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

type NewsletterIssueDependencies = ContractRouteDependencies & { limits: RateLimiter };

export function newsletterIssueRoutes(app: FastifyInstance, dependencies: NewsletterIssueDependencies): void {
  const route = createContractRouter(app, 'newsletter', newsletterIssueContract, dependencies);

  route('POST /admin/newsletter-issue/preview', ({ body: { content, lang }, user, request, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const blocks = sanitiseBlocks(content.blocks, await readTextBlockImageLookup(tx, content.blocks));
      const issue = { ...content, listId: content.newsletterList, blocks };
      const mail = await createNewsletterIssueMail(tx, issue, {
        to: user.email,
        lang,
        unsubscribeToken: null,
        // The panel loads pictures only from the host on which it is shown.
        origin: getLinkOrigin(request),
      });
      const { subject, html, text } = await renderMail(tx, mail);
      return { subject, html, text };
    }),
  );
  route('POST /admin/newsletter-issue/{id}/test', async ({ params, body, site, user, runIdempotentChange }) => {
    const tooMany = await createAttemptCounter(dependencies.limits, site.id)('newsletter-test', String(user.id));
    if (tooMany) return tooMany;
    return runIdempotentChange({
      run: async (tx) => {
        const found = await readNewsletterIssue(tx, params.id);
        if (!found) return refuse('not_found');
        const { lang } = body;
        await queueMail(
          tx,
          await createNewsletterIssueMail(tx, found.issue, { to: user.email, lang, unsubscribeToken: null }),
        );
        await recordStaffChange(tx, {
          userId: user.id,
          resource: 'newsletter-issue',
          key: params.id,
          action: 'UPDATE',
          before: {},
          // The audit log names the user, who is the recipient of the test. The issue itself is not changed.
          after: { testMail: lang },
        });
        return ok(null);
      },
      respond: async () => ok({ email: user.email }),
    });
  });
  sendingRoutes(app, dependencies);
}

function sendingRoutes(app: FastifyInstance, dependencies: NewsletterIssueDependencies): void {
  const route = createContractRouter(app, 'newsletter', newsletterIssueContract, dependencies);

  route('GET /admin/newsletter-issue/{id}/sending', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => readSending(tx, params.id, pickLanguage)),
  );
  route('POST /admin/newsletter-issue/{id}/sending', ({ params, body, user, pickLanguage, runIdempotentChange }) =>
    runIdempotentChange({
      run: (tx) => sendIssue(tx, params.id, { ...body, userId: user.id }),
      respond: (tx) => readSending(tx, params.id, pickLanguage),
    }),
  );
  route('PUT /admin/newsletter-issue/{id}/sending', ({ params, body, user, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const outcome = await changeSendingState(tx, params.id, { action: body.action, userId: user.id });
      return outcome.ok ? readSending(tx, params.id, pickLanguage) : outcome;
    }),
  );
}

async function readSending(
  tx: SiteTx,
  id: number,
  pickLanguage: PickLocalizedText,
): Promise<Outcome<NewsletterIssueProgress, 'not_found'>> {
  const found = await readNewsletterIssue(tx, id);
  if (!found) return refuse('not_found');
  const { state, listId, sendAt, startedAt, finishedAt } = found.issue;
  return ok({
    state,
    list: pickLanguage(found.list),
    subscribers: await countSubscribers(tx, listId),
    sendAt: sendAt?.toISOString() ?? null,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    recipients: await countRecipientsByState(tx, id),
    failures: await readLatestFailedRecipients(tx, id),
  });
}
