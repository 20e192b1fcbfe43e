import { and, asc, eq, exists, gt, isNotNull, isNull, lt, lte, max, ne, notExists, or, sql } from 'drizzle-orm';
import { generateTokenWithHash, toEmailKey } from '#server/api/accounts/accounts.ts';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { createRateLimiter } from '#server/api/limits/rate-limiter.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readOrder } from '#server/api/orders/order-repository.ts';
import { orderStateChanges, orders } from '#server/api/orders/orders-tables.ts';
import { readDefaultLang, readMailBranding, readParameter } from '#server/api/site/site.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { toLocalTime } from '#shared/places/local-time.ts';
import { reviewDaysAfterInvitation, reviewRetentionYears } from '#shared/reviews/review-rules.ts';
import { createPendingReviewsMail, createReviewInvitationMail } from './review-mails.ts';
import { hasRefusedInvitations } from './review-refusals.ts';
import { reviewInvitations, reviewRefusals, reviews } from './reviews-tables.ts';

/** A refusal whose address has neither account nor orders is kept for this many years, as the CNIL recommends. */
const refusalRetentionYears = 3;

/** Deletes the refusals older than the retention period whose address has neither an account nor orders. */
async function deleteOldRefusals(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - refusalRetentionYears);
  const account = tx.select({ id: users.id }).from(users).where(eq(users.emailKey, reviewRefusals.emailKey));
  const order = tx.select({ id: orders.id }).from(orders).where(eq(orders.emailKey, reviewRefusals.emailKey));
  await tx
    .delete(reviewRefusals)
    .where(and(lt(reviewRefusals.refusedAt, before), notExists(account), notExists(order)));
}

/** Deletes reviews of experiences before a day (YYYY-MM-DD). */
async function deleteReviewsExperiencedBefore(tx: SiteTx, day: string): Promise<number> {
  const rows = await tx.delete(reviews).where(lt(reviews.experiencedOn, day)).returning({ id: reviews.id });
  return rows.length;
}

const countPendingReviews = (tx: SiteTx): Promise<number> => tx.$count(reviews, eq(reviews.state, 'PENDING'));

interface CompletedOrder {
  id: number;
  email: string;
  completedAt: Date;
}

const hasNoWithdrawal = (tx: SiteTx) =>
  notExists(tx.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.orderId, orders.id)));

/**
 * Finds orders that were completed after `after` and until `until` and have no invitation yet. Orders from which the
 * customer has withdrawn, and those without an email address or of a deleted account, are left out.
 */
async function findOrdersToInvite(
  tx: SiteTx,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<CompletedOrder[]> {
  const completed = tx
    .select({ orderId: orderStateChanges.orderId, at: max(orderStateChanges.changedAt).as('at') })
    .from(orderStateChanges)
    .where(eq(orderStateChanges.state, 'COMPLETED'))
    .groupBy(orderStateChanges.orderId)
    .as('completed');
  const invitation = tx
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .where(eq(reviewInvitations.orderId, orders.id));
  const rows = await tx
    .select({ id: orders.id, email: orders.email, completedAt: completed.at })
    .from(orders)
    .innerJoin(completed, eq(completed.orderId, orders.id))
    .where(
      and(
        eq(orders.state, 'COMPLETED'),
        ne(orders.email, ''),
        gt(completed.at, after),
        lte(completed.at, until),
        notExists(invitation),
        hasNoWithdrawal(tx),
        isNotOfDeletedAccount(tx),
      ),
    )
    .orderBy(asc(completed.at), asc(orders.id))
    .limit(limit);
  return rows.flatMap(({ completedAt, ...order }) => (completedAt ? [{ ...order, completedAt }] : []));
}

/**
 * Creates the SQL condition that the account of an order still exists or never existed. The order keeps its email
 * address until it is anonymised, some time after the account was deleted.
 */
const isNotOfDeletedAccount = (tx: SiteTx) =>
  or(isNull(orders.userId), exists(tx.select({ id: users.id }).from(users).where(eq(users.id, orders.userId))));

/** Checks whether state, email, withdrawals and account of an order permit it. Earlier invitations are ignored. */
async function canInviteToReview(tx: SiteTx, orderId: number): Promise<boolean> {
  const where = and(
    eq(orders.id, orderId),
    eq(orders.state, 'COMPLETED'),
    ne(orders.email, ''),
    hasNoWithdrawal(tx),
    isNotOfDeletedAccount(tx),
  );
  return (await tx.$count(orders, where)) > 0;
}

/** Checks whether a mail of this site has invited the email address (in lower case) after `after`. */
async function wasInvitedToReviewAfter(tx: SiteTx, emailKey: string, after: Date): Promise<boolean> {
  const rows = await tx
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .innerJoin(orders, eq(orders.id, reviewInvitations.orderId))
    .where(
      and(
        eq(orders.emailKey, emailKey),
        isNotNull(reviewInvitations.tokenHash),
        gt(reviewInvitations.createdAt, after),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** @returns The token of the link that refuses invitations; null if the order already has an invitation. */
async function insertReviewInvitation(
  tx: SiteTx,
  invitation: typeof reviewInvitations.$inferInsert,
): Promise<string | null> {
  const [row] = await tx
    .insert(reviewInvitations)
    .values(invitation)
    .onConflictDoNothing()
    .returning({ refusalToken: reviewInvitations.refusalToken });
  return row?.refusalToken ?? null;
}

/** Revokes the links of expired invitations without reviews. The rows stay, so that no order is invited twice. */
const revokeExpiredInvitationsWithoutReviews = (tx: SiteTx, now: Date) =>
  tx.execute(sql`
    update review_invitations i set token_hash = null
     where i.token_hash is not null and i.expires_at < ${now.toISOString()}::timestamptz
       and not exists (select from reviews r where r.order_id = i.order_id)`);

const dayMs = 86_400_000;

/**
 * Number of days in which the customer of an order is still invited after ORDER_REVIEW_DELAY has passed. Without this
 * limit, the customers of all earlier orders would get a mail when an estate sets the delay for the first time.
 */
const invitationWindowDays = 30;

/** Minimum number of days between two invitations of the same customer. */
const minDaysBetweenInvitations = 30;

/** Maximum number of invitations in one run. The next hour's run continues. */
const maxInvitationsPerRun = 200;

const maxDelayDays = 365;

/**
 * The hourly task that invites customers to review the orders that were completed at least ORDER_REVIEW_DELAY days
 * before.
 */
const sendReviewInvitationsTask: JobTask = async ({ db, siteId, signal }) => {
  const now = new Date();
  const limits = createRateLimiter(db);
  const found = await withSiteTransaction(db, siteId, (tx) => findOrdersWithinWindow(tx, now));
  for (const order of found) {
    if (signal.aborted) return;
    if (!(await limits.consume(siteId, 'review-recipient', order.email))) continue;
    const isSent = await withSiteTransaction(db, siteId, (tx) => invite(tx, order, now));
    if (!isSent) await limits.refund(siteId, 'review-recipient', order.email);
  }
};

async function findOrdersWithinWindow(tx: SiteTx, now: Date): Promise<CompletedOrder[]> {
  const delay = await readParameter(tx, 'ORDER_REVIEW_DELAY');
  if (typeof delay !== 'number' || delay < 0 || delay > maxDelayDays) return [];
  const until = new Date(now.getTime() - delay * dayMs);
  const after = new Date(until.getTime() - invitationWindowDays * dayMs);
  return findOrdersToInvite(tx, { after, until, limit: maxInvitationsPerRun });
}

/**
 * Invites the customer of an order. If the customer refuses invitations, or was invited for another order within
 * `minDaysBetweenInvitations`, an invitation without a link is stored instead, so that the order is not found again.
 * @returns True if a mail was queued.
 */
async function invite(tx: SiteTx, { id, email, completedAt }: CompletedOrder, now: Date): Promise<boolean> {
  const order = (await canInviteToReview(tx, id)) ? await readOrder(tx, id) : null;
  if (!order) return false;
  const since = new Date(now.getTime() - minDaysBetweenInvitations * dayMs);
  const emailKey = toEmailKey(email);
  const isPassedOver =
    (await hasRefusedInvitations(tx, emailKey)) || (await wasInvitedToReviewAfter(tx, emailKey, since));
  const { token, hash } = generateTokenWithHash();
  const { timeZone, origin, name: estateName } = await readMailBranding(tx, order.lang);
  const expiresAt = new Date(now.getTime() + reviewDaysAfterInvitation * dayMs);
  const refusalToken = await insertReviewInvitation(tx, {
    orderId: id,
    tokenHash: isPassedOver ? null : hash,
    experiencedOn: toLocalTime(completedAt.getTime(), timeZone).day,
    expiresAt,
  });
  if (refusalToken === null || isPassedOver) return false;
  await queueMail(
    tx,
    createReviewInvitationMail(order, { timeZone, origin, estateName, token, refusalToken, expiresAt }),
  );
  return true;
}

export const reviewsJobs = {
  daily: {
    'mail-pending-reviews': async (tx) => {
      const count = await countPendingReviews(tx);
      if (count === 0) return;
      const lang = await readDefaultLang(tx);
      const { timeZone } = await readMailBranding(tx, lang);
      await queueMail(tx, createPendingReviewsMail(count, { lang, timeZone }));
    },
    'delete-old-reviews': async (tx) => {
      const before = new Date();
      await deleteOldRefusals(tx, before);
      await revokeExpiredInvitationsWithoutReviews(tx, before);
      before.setUTCFullYear(before.getUTCFullYear() - reviewRetentionYears);
      const deleted = await deleteReviewsExperiencedBefore(tx, before.toISOString().slice(0, 10));
      if (deleted > 0) await notifySiteChanged(tx);
    },
  },
  hourly: { 'invite-reviews': sendReviewInvitationsTask },
} satisfies JobDefinitions;
