import { and, asc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { newsletterLists, newsletterSubscriptions as subscriptions } from './accounts-tables.ts';

/** The newsletters that an estate offers, in its order; none while the parameter NEWSLETTER is off. */
export async function readLists(tx: SiteTx) {
  if ((await readParameter(tx, 'NEWSLETTER')) !== true) return [];
  return tx.select().from(newsletterLists).orderBy(asc(newsletterLists.position), asc(newsletterLists.id));
}

export type ListRow = typeof newsletterLists.$inferSelect;

/** What an address is subscribed to, with the lists' names. */
export const readSubscriptions = (tx: SiteTx, emailKey: string) =>
  tx
    .select({ id: newsletterLists.id, name: newsletterLists.name, since: subscriptions.since })
    .from(subscriptions)
    .innerJoin(
      newsletterLists,
      and(eq(newsletterLists.siteId, subscriptions.siteId), eq(newsletterLists.id, subscriptions.listId)),
    )
    .where(eq(subscriptions.emailKey, emailKey))
    .orderBy(asc(newsletterLists.position), asc(newsletterLists.id));

/** Adds an address to lists; where it is on one already, it stays since when it was. */
export async function subscribe(tx: SiteTx, { email, emailKey }: Address, lists: readonly number[]): Promise<void> {
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

/** Takes an address off every list but those. */
export const unsubscribeFromOthers = (tx: SiteTx, emailKey: string, kept: readonly number[]) =>
  tx
    .delete(subscriptions)
    .where(
      and(
        eq(subscriptions.emailKey, emailKey),
        kept.length > 0 ? notInArray(subscriptions.listId, [...kept]) : undefined,
      ),
    );

/** Which of these lists there are. */
export const filterExistingLists = async (tx: SiteTx, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: newsletterLists.id })
    .from(newsletterLists)
    .where(inArray(newsletterLists.id, [...ids]));
  return rows.map(({ id }) => id);
};

/** Takes addresses off that nobody with an account has, where they subscribed before `before`. */
export const deleteOldSubscriptions = (tx: SiteTx, before: Date) =>
  tx
    .delete(subscriptions)
    .where(
      and(
        lt(subscriptions.since, before),
        sql`not exists (select from users where users.site_id = ${subscriptions.siteId} and users.email_key = ${subscriptions.emailKey})`,
      ),
    );
