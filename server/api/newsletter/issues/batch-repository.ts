import { and, desc, eq, inArray, isNull, lt, lte, max, min, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  newsletterIssues,
  newsletterRecipients as recipients,
  newsletterSubscriptions as subscriptions,
} from '../newsletter-tables.ts';

/** Marks the next due recipient of an issue as being mailed, so that no other worker mails the same address. */
export async function claimNextRecipient(
  tx: SiteTx,
  issueId: number,
): Promise<{ subscriptionId: number; attempts: number } | null> {
  const [next] = await tx
    .select({ subscriptionId: recipients.subscriptionId })
    .from(recipients)
    .where(and(eq(recipients.issueId, issueId), eq(recipients.state, 'PENDING'), lte(recipients.dueAt, sql`now()`)))
    .orderBy(recipients.dueAt, recipients.subscriptionId)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!next) return null;
  const [claimed] = await tx
    .update(recipients)
    .set({ state: 'SENDING', attempts: sql`${recipients.attempts} + 1`, claimedAt: sql`now()` })
    .where(isRecipient(issueId, next.subscriptionId))
    .returning({ subscriptionId: recipients.subscriptionId, attempts: recipients.attempts });
  return claimed ?? null;
}

const isRecipient = (issueId: number, subscriptionId: number) =>
  and(eq(recipients.issueId, issueId), eq(recipients.subscriptionId, subscriptionId));

export async function readActiveSubscription(tx: SiteTx, id: number) {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.endedAt)));
  return row ?? null;
}

export const updateRecipient = (
  tx: SiteTx,
  issueId: number,
  subscriptionId: number,
  change: Partial<Pick<typeof recipients.$inferSelect, 'state' | 'lastError' | 'sentAt' | 'dueAt'>>,
) => tx.update(recipients).set(change).where(isRecipient(issueId, subscriptionId));

/** Marks recipients as failed whose worker stopped before it recorded the result. */
export const failInterruptedRecipients = (tx: SiteTx, issueId: number, claimedBefore: Date, reason: string) =>
  tx
    .update(recipients)
    .set({ state: 'FAILED', lastError: reason })
    .where(
      and(eq(recipients.issueId, issueId), eq(recipients.state, 'SENDING'), lt(recipients.claimedAt, claimedBefore)),
    );

/**
 * Reads the errors of the recipients who have failed since the last successful delivery of an issue, the latest first.
 * Recipients who will be tried again do not count.
 */
export async function readConsecutiveFailureReasons(tx: SiteTx, issueId: number, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ state: recipients.state, reason: recipients.lastError })
    .from(recipients)
    .where(and(eq(recipients.issueId, issueId), inArray(recipients.state, ['SENT', 'FAILED'])))
    .orderBy(desc(recipients.claimedAt))
    .limit(limit);
  const sent = rows.findIndex(({ state }) => state === 'SENT');
  return rows.slice(0, sent === -1 ? limit : sent).map(({ reason }) => reason);
}

/**
 * Reads the earliest due time of the pending recipients of an issue, and the earliest time at which a worker claimed a
 * recipient whose result is not recorded yet.
 * @returns Null if all recipients are finished.
 */
export async function readQueueTimes(
  tx: SiteTx,
  issueId: number,
): Promise<{ pending: Date | null; claimed: Date | null } | null> {
  const [row] = await tx
    .select({
      pending: min(sql<Date | null>`case when ${recipients.state} = 'PENDING' then ${recipients.dueAt} end`).mapWith(
        recipients.dueAt,
      ),
      claimed: min(
        sql<Date | null>`case when ${recipients.state} = 'SENDING' then ${recipients.claimedAt} end`,
      ).mapWith(recipients.dueAt),
    })
    .from(recipients)
    .where(and(eq(recipients.issueId, issueId), inArray(recipients.state, ['PENDING', 'SENDING'])));
  return row && (row.pending || row.claimed) ? row : null;
}

/** The first key of the advisory locks below. The second is the site. */
const batchLockClass = 7_203;

/** Makes the site's batches start one after the other, until the transaction ends. */
export const waitForNewsletterBatchLock = (tx: SiteTx) =>
  tx.execute(sql`select pg_advisory_xact_lock(${batchLockClass}, ${tx.siteId})`);

/**
 * Reads the time before which the rate limit allows no batch, because of other issues of the site.
 * @param latest The end of the interval that the rate limit can reserve. An issue with a later time sends nothing until
 *   then, for example because it waits for another attempt, and delays no other issue.
 */
export async function readNextBatchAt(tx: SiteTx, issueId: number, latest: Date): Promise<Date | null> {
  const { id, state, nextBatchAt } = newsletterIssues;
  const [row] = await tx
    .select({ time: max(nextBatchAt) })
    .from(newsletterIssues)
    .where(and(eq(state, 'SENDING'), ne(id, issueId), lte(nextBatchAt, latest)));
  return row?.time ?? null;
}
