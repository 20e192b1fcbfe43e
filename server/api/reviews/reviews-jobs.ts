import { generateTokenWithHash, toEmailKey } from '#server/api/accounts/accounts.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { createRateLimiter } from '#server/api/limits/rate-limiter.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readOrder } from '#server/api/orders/order-repository.ts';
import { readDefaultLang, readMailBranding, readParameter } from '#server/api/site/site.ts';
import { toLocalTime } from '#shared/places/local-time.ts';
import { reviewDaysAfterInvitation, reviewRetentionYears } from '#shared/reviews/review-rules.ts';
import {
  type CompletedOrder,
  canInviteToReview,
  findOrdersToInvite,
  insertReviewInvitation,
  revokeExpiredInvitationsWithoutReviews,
  wasInvitedToReviewAfter,
} from './invitations-repository.ts';
import { createPendingReviewsMail, createReviewInvitationMail } from './review-mails.ts';
import { deleteOldRefusals, hasRefusedInvitations } from './review-refusals.ts';
import { countPendingReviews, deleteReviewsExperiencedBefore } from './reviews-repository.ts';

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
