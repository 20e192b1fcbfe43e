import { and, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { newsletterRecipients, newsletterSubscriptions as subscriptions } from './newsletter-tables.ts';

/**
 * Deletes all subscriptions of email addresses, with the consent records. The rows of these recipients in sent issues
 * are kept for the statistics.
 */
export const deleteSubscriptionsByEmails = (tx: SiteTx, emailKeys: readonly string[]): Promise<void> =>
  deleteSubscriptions(tx, inArray(subscriptions.emailKey, [...emailKeys]));

/**
 * Deletes subscriptions that ended before `before`, and those that began before it, have not ended and belong to an
 * email address without an account.
 */
export const deleteOldSubscriptions = (tx: SiteTx, before: Date): Promise<void> =>
  deleteSubscriptions(
    tx,
    or(
      lt(subscriptions.endedAt, before),
      and(
        isNull(subscriptions.endedAt),
        lt(subscriptions.subscribedAt, before),
        sql`not exists (select from users where users.site_id = ${subscriptions.siteId} and users.email_key = ${subscriptions.emailKey})`,
      ),
    ),
  );

async function deleteSubscriptions(tx: SiteTx, where: SQL | undefined): Promise<void> {
  const deleted = await tx.delete(subscriptions).where(where).returning({ id: subscriptions.id });
  if (deleted.length === 0) return;
  // Stored errors are erased, because the reply of a mail server can contain personal data of the recipient.
  const ids = sql.param(deleted.map(({ id }) => id));
  await tx
    .update(newsletterRecipients)
    .set({ lastError: '' })
    .where(
      sql`${newsletterRecipients.subscriptionId} = any(${ids}::integer[]) and ${newsletterRecipients.lastError} <> ''`,
    );
}
