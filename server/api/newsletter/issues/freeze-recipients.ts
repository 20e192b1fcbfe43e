import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { insertRecipients, type NewsletterIssueRow, updateNewsletterIssue } from './newsletter-issues-repository.ts';

/** Makes all present subscribers recipients of an issue, which from then on cannot be edited. */
export async function freezeRecipients(tx: SiteTx, issue: NewsletterIssueRow, now: Date): Promise<NewsletterIssueRow> {
  await insertRecipients(tx, issue.id, issue.listId);
  const change = { state: 'SENDING', sendAt: now, startedAt: now, nextBatchAt: null } as const;
  await updateNewsletterIssue(tx, issue.id, change);
  return { ...issue, ...change };
}
