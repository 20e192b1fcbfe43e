import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readOrder } from '#server/api/orders/order-reading-repository.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { RejectionGround } from '#shared/reviews/review-rules.ts';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import type { reviewsContract } from '#shared/reviews/reviews-contract.ts';
import { createReviewRejectionMail } from './review-mails.ts';
import { lockReview, type ReviewRow, updateReviewColumns } from './reviews-repository.ts';

type ModerationEndpoint = (typeof reviewsContract)['PUT /admin/review/{id}'];

interface ReviewModeration {
  revision: number;
  state: 'PUBLISHED' | 'REJECTED';
  rejectionGround: RejectionGround | null;
  rejectionReason: string;
  reply: string | null;
}

/**
 * Publishes or rejects a review. Its author is notified of a rejection and its reasons, as article D111-19 of the
 * Consumer Code requires.
 */
export async function moderateReview(
  tx: SiteTx,
  id: number,
  { revision, state, rejectionGround, rejectionReason, reply }: ReviewModeration,
  { userId, timeZone, now }: { userId: number; timeZone: string; now: Date },
): Promise<Outcome<DataOf<ModerationEndpoint>, keyof ModerationEndpoint['refusals']>> {
  const isRejected = state === 'REJECTED';
  if (isRejected && rejectionGround === null) return refuse('ground_missing');
  const before = await lockReview(tx, id);
  if (!before) return refuse('not_found');
  if (before.revision !== revision) return { ...refuse('stale_revision'), current: { review: toStaffReview(before) } };
  const saved = await updateReviewColumns(tx, id, {
    state,
    rejectionGround: isRejected ? rejectionGround : null,
    rejectionReason: isRejected ? rejectionReason : '',
    reply,
    publishedAt: isRejected ? before.publishedAt : (before.publishedAt ?? now),
    revision: revision + 1,
  });
  await recordModeration(tx, userId, before, saved);
  if (isRejected && before.state !== 'REJECTED') await notifyAuthorOfRejection(tx, saved, timeZone);
  if (before.state === 'PUBLISHED' || state === 'PUBLISHED') await notifySiteChanged(tx);
  return ok({ review: toStaffReview(saved) });
}

/**
 * Returns the fields for the audit log. The review's text and author are left out, because they are personal data of a
 * customer.
 */
const toModerationFields = ({ state, rejectionGround, rejectionReason, reply }: ReviewRow) => ({
  state,
  rejectionGround,
  rejectionReason,
  reply,
});

const recordModeration = (tx: SiteTx, userId: number, before: ReviewRow, after: ReviewRow): Promise<void> =>
  recordStaffChange(tx, {
    userId,
    resource: 'review',
    key: after.id,
    action: 'UPDATE',
    before: toModerationFields(before),
    after: toModerationFields(after),
  });

async function notifyAuthorOfRejection(tx: SiteTx, review: ReviewRow, timeZone: string): Promise<void> {
  const order = await readOrder(tx, review.orderId);
  // The email address is empty once the customer's data has been erased.
  if (order && order.email !== '') await queueMail(tx, createReviewRejectionMail(review, order, timeZone));
}

export const toStaffReview = (row: ReviewRow): StaffReviewView => ({
  id: row.id,
  revision: row.revision,
  idOrder: row.orderId,
  idProduct: row.productId,
  productName: row.productName,
  author: row.author,
  rating: row.rating,
  text: row.text,
  state: row.state,
  rejectionGround: row.rejectionGround,
  rejectionReason: row.rejectionReason,
  reply: row.reply,
  experiencedOn: row.experiencedOn,
  createdAt: row.createdAt.toISOString(),
  publishedAt: row.publishedAt?.toISOString() ?? null,
});
