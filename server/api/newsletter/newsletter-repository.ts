import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import {
  newsletterLists,
  newsletterRecipients,
  newsletterSubscriptions as subscriptions,
} from './newsletter-tables.ts';

export type NewsletterListRow = typeof newsletterLists.$inferSelect;
type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Reads the newsletters that an estate offers, in the estate's order. Empty while the parameter NEWSLETTER is off. */
export async function readOfferedNewsletterLists(tx: SiteTx): Promise<NewsletterListRow[]> {
  return (await readParameter(tx, 'NEWSLETTER')) === true ? readNewsletterLists(tx) : [];
}

/** Reads all newsletters of an estate, also while the parameter NEWSLETTER is off. */
export const readNewsletterLists = preparedRead<NewsletterListRow[]>((db) =>
  db.select().from(newsletterLists).orderBy(asc(newsletterLists.position), asc(newsletterLists.id)),
);

const listOfSubscription = and(
  eq(newsletterLists.siteId, subscriptions.siteId),
  eq(newsletterLists.id, subscriptions.listId),
);

/** Reads the subscriptions of an email address that have not ended, with their lists. */
export const readActiveSubscriptionsByEmail = (tx: SiteTx, emailKey: string) =>
  tx
    .select({ list: newsletterLists, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(newsletterLists, listOfSubscription)
    .where(and(eq(subscriptions.emailKey, emailKey), isNull(subscriptions.endedAt)))
    .orderBy(asc(newsletterLists.position), asc(newsletterLists.id));

/** Reads all subscriptions of an email address, also those that have ended, in the order of their confirmation. */
export const readAllSubscriptionsByEmail = (tx: SiteTx, emailKey: string) =>
  tx
    .select({ list: newsletterLists, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(newsletterLists, listOfSubscription)
    .where(eq(subscriptions.emailKey, emailKey))
    .orderBy(asc(subscriptions.id));

/** Inserts confirmed subscriptions. A subscription that exists and has not ended keeps its consent record. */
export async function insertSubscriptions(
  tx: SiteTx,
  rows: readonly (typeof subscriptions.$inferInsert)[],
): Promise<SubscriptionRow[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(subscriptions)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

/** Finds a subscription, also one that has ended, by the token of its unsubscription link. */
export async function findSubscriptionByUnsubscribeToken(tx: SiteTx, token: string) {
  const [row] = await tx
    .select({ list: newsletterLists, subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(newsletterLists, listOfSubscription)
    .where(eq(subscriptions.unsubscribeToken, token));
  return row ?? null;
}

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
