import { and, count, desc, eq, isNull, notLike, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { isUncertainDeliveryReason, uncertainDeliveryPrefix } from '#server/api/mail/delivery-error.ts';
import {
  newsletterIssues,
  newsletterLists,
  newsletterRecipients as recipients,
  newsletterSubscriptions as subscriptions,
} from '#server/api/newsletter/newsletter-tables.ts';
import { maxListedFailures, type NewsletterIssueProgress } from '#shared/newsletter/newsletter-issue-contract.ts';

export type NewsletterIssueRow = typeof newsletterIssues.$inferSelect;

/** Reads an issue and locks it until the transaction ends. */
export async function lockNewsletterIssue(tx: SiteTx, id: number): Promise<NewsletterIssueRow | null> {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  return row ?? null;
}

export async function readNewsletterIssue(tx: SiteTx, id: number) {
  const [row] = await tx
    .select({ issue: newsletterIssues, list: newsletterLists.name })
    .from(newsletterIssues)
    .innerJoin(newsletterLists, eq(newsletterLists.id, newsletterIssues.listId))
    .where(eq(newsletterIssues.id, id));
  return row ?? null;
}

export const updateNewsletterIssue = (
  tx: SiteTx,
  id: number,
  change: Partial<Omit<NewsletterIssueRow, 'siteId' | 'id'>>,
) => tx.update(newsletterIssues).set(change).where(eq(newsletterIssues.id, id));

export const countSubscribers = (tx: SiteTx, listId: number): Promise<number> =>
  tx.$count(subscriptions, and(eq(subscriptions.listId, listId), isNull(subscriptions.endedAt)));

async function insertRecipients(tx: SiteTx, issueId: number, listId: number): Promise<void> {
  await tx.execute(sql`
    insert into newsletter_recipients (issue_id, subscription_id)
    select ${issueId}, id from newsletter_subscriptions where list_id = ${listId} and ended_at is null
    on conflict do nothing`);
}

/** SQL condition: the recipient's last error, if any, is not one after which the mail may have been delivered. */
const isCertainlyUndelivered = notLike(recipients.lastError, `${uncertainDeliveryPrefix}%`);

export async function countRecipientsByState(
  tx: SiteTx,
  issueId: number,
): Promise<NewsletterIssueProgress['recipients']> {
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
export async function readLatestFailedRecipients(
  tx: SiteTx,
  issueId: number,
): Promise<NewsletterIssueProgress['failures']> {
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
export async function requeueFailedRecipients(tx: SiteTx, issueId: number): Promise<number> {
  const rows = await tx
    .update(recipients)
    .set({ state: 'PENDING', attempts: 0, dueAt: sql`now()` })
    .where(and(eq(recipients.issueId, issueId), eq(recipients.state, 'FAILED'), isCertainlyUndelivered))
    .returning({ id: recipients.subscriptionId });
  return rows.length;
}

export async function readSiteLanguageSettings(tx: SiteTx) {
  const { defaultLang, languages } = sites;
  const [site] = await tx.select({ defaultLang, languages }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  return site;
}

/** Makes all present subscribers recipients of an issue, which from then on cannot be edited. */
export async function freezeRecipients(tx: SiteTx, issue: NewsletterIssueRow, now: Date): Promise<NewsletterIssueRow> {
  await insertRecipients(tx, issue.id, issue.listId);
  const change = { state: 'SENDING', sendAt: now, startedAt: now, nextBatchAt: null } as const;
  await updateNewsletterIssue(tx, issue.id, change);
  return { ...issue, ...change };
}
