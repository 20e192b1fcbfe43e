import { asc, eq, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { newsletterIssues, newsletterRecipients as recipients } from './newsletter-issue-tables.ts';

/** Reads the issues that were addressed to subscriptions, the oldest first. */
export const readNewsletterIssuesOfSubscriptions = (tx: SiteTx, subscriptionIds: readonly number[]) =>
  tx
    .select({
      subscriptionId: recipients.subscriptionId,
      subject: newsletterIssues.subject,
      state: recipients.state,
      sentAt: recipients.sentAt,
    })
    .from(recipients)
    .innerJoin(newsletterIssues, eq(newsletterIssues.id, recipients.issueId))
    .where(inArray(recipients.subscriptionId, [...subscriptionIds]))
    .orderBy(asc(newsletterIssues.id));
