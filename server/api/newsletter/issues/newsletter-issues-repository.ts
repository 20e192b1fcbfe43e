import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { newsletterIssues } from '#server/api/newsletter/newsletter-tables.ts';

export type NewsletterIssueRow = typeof newsletterIssues.$inferSelect;

/** Reads an issue and locks it until the transaction ends. */
export async function lockNewsletterIssue(tx: SiteTx, id: number): Promise<NewsletterIssueRow | null> {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  return row ?? null;
}

export const updateNewsletterIssue = (
  tx: SiteTx,
  id: number,
  change: Partial<Omit<NewsletterIssueRow, 'siteId' | 'id'>>,
) => tx.update(newsletterIssues).set(change).where(eq(newsletterIssues.id, id));

async function insertRecipients(tx: SiteTx, issueId: number, listId: number): Promise<void> {
  await tx.execute(sql`
    insert into newsletter_recipients (issue_id, subscription_id)
    select ${issueId}, id from newsletter_subscriptions where list_id = ${listId} and ended_at is null
    on conflict do nothing`);
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
