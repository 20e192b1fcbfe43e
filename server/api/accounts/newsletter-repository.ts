import { and, asc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { newsletterLists, newsletterSubscriptions as subscriptions } from './accounts-tables.ts';

/** Reads the newsletters that an estate offers, in the estate's order. Empty while the parameter NEWSLETTER is off. */
export async function readOfferedNewsletterLists(tx: SiteTx) {
  if ((await readParameter(tx, 'NEWSLETTER')) !== true) return [];
  return tx.select().from(newsletterLists).orderBy(asc(newsletterLists.position), asc(newsletterLists.id));
}

export type NewsletterListRow = typeof newsletterLists.$inferSelect;

/** Reads the newsletter subscriptions of an email address, with the names of the lists. */
export const readNewsletterSubscriptions = (tx: SiteTx, emailKey: string) =>
  tx
    .select({ id: newsletterLists.id, name: newsletterLists.name, since: subscriptions.subscribedAt })
    .from(subscriptions)
    .innerJoin(
      newsletterLists,
      and(eq(newsletterLists.siteId, subscriptions.siteId), eq(newsletterLists.id, subscriptions.listId)),
    )
    .where(eq(subscriptions.emailKey, emailKey))
    .orderBy(asc(newsletterLists.position), asc(newsletterLists.id));

/**
 * Subscribes an email address to newsletter lists. An existing subscription keeps its original date, which proves the
 * consent.
 */
export async function insertNewsletterSubscriptions(
  tx: SiteTx,
  { email, emailKey }: Address,
  lists: readonly number[],
): Promise<void> {
  if (lists.length === 0) return;
  await tx
    .insert(subscriptions)
    .values(lists.map((listId) => ({ email, emailKey, listId })))
    .onConflictDoNothing();
}

interface Address {
  email: string;
  emailKey: string;
}

/** Unsubscribes an email address from every newsletter list except those in `keptLists`. */
export const unsubscribeFromOtherLists = (tx: SiteTx, emailKey: string, keptLists: readonly number[]) =>
  tx
    .delete(subscriptions)
    .where(
      and(
        eq(subscriptions.emailKey, emailKey),
        keptLists.length > 0 ? notInArray(subscriptions.listId, [...keptLists]) : undefined,
      ),
    );

/** Returns those of `ids` that belong to an existing newsletter list. */
export const filterExistingNewsletterListIds = async (tx: SiteTx, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: newsletterLists.id })
    .from(newsletterLists)
    .where(inArray(newsletterLists.id, [...ids]));
  return rows.map(({ id }) => id);
};

/** Deletes newsletter subscriptions older than `before` whose email address has no account. */
export const deleteOldNewsletterSubscriptions = (tx: SiteTx, before: Date) =>
  tx
    .delete(subscriptions)
    .where(
      and(
        lt(subscriptions.subscribedAt, before),
        sql`not exists (select from users where users.site_id = ${subscriptions.siteId} and users.email_key = ${subscriptions.emailKey})`,
      ),
    );
