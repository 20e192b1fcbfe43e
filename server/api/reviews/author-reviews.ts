import { and, eq, isNull } from 'drizzle-orm';
import { hashToken } from '#server/api/accounts/accounts.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readLinesOfOrders, readOrder } from '#server/api/orders/order-repository.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { proposeAuthorName, type ReviewState } from '#shared/reviews/review-rules.ts';
import type { reviewsContract } from '#shared/reviews/reviews-contract.ts';
import type { ReviewRow } from './reviews-repository.ts';
import { reviewInvitations, reviews } from './reviews-tables.ts';

const ofOrderLine = (orderId: number, line: number | null) =>
  and(eq(reviews.orderId, orderId), line === null ? isNull(reviews.line) : eq(reviews.line, line));

const readReviewsOfOrder = (tx: SiteTx, orderId: number): Promise<ReviewRow[]> =>
  tx.select().from(reviews).where(eq(reviews.orderId, orderId));

const insertReview = (tx: SiteTx, values: Omit<typeof reviews.$inferInsert, 'id' | 'siteId'>) =>
  tx.insert(reviews).values(values);

/**
 * Deletes the review of an order's line, or the order's review of the estate if `line` is null.
 * @returns The deleted review; null if there was none.
 */
async function deleteReviewOfOrderLine(tx: SiteTx, orderId: number, line: number | null): Promise<ReviewRow | null> {
  const [row] = await tx.delete(reviews).where(ofOrderLine(orderId, line)).returning();
  return row ?? null;
}

type ReviewInvitationRow = typeof reviewInvitations.$inferSelect;

/**
 * Finds an invitation by the token of its link, even if it has expired; the caller checks `expiresAt`.
 * @returns Null if the token is unknown or revoked.
 */
async function readReviewInvitationIgnoringExpiry(tx: SiteTx, token: string): Promise<ReviewInvitationRow | null> {
  const [row] = await tx
    .select()
    .from(reviewInvitations)
    .where(eq(reviewInvitations.tokenHash, hashToken(token)));
  return row ?? null;
}

/** Locks an invitation, so that simultaneous reviews of one order are saved one after the other. */
const lockReviewInvitationOfOrder = (tx: SiteTx, orderId: number) =>
  tx
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .where(eq(reviewInvitations.orderId, orderId))
    .for('update');

/** The data of an invitation. Its link identifies the author, who reads, writes and withdraws reviews with it. */
type InvitationData = DataOf<(typeof reviewsContract)['POST /review/invitation']>;

const isOpen = ({ expiresAt }: ReviewInvitationRow, now: Date): boolean => expiresAt > now;

/**
 * Reads the order lines and the estate as subjects of an invitation, with the reviews written so far. The link works
 * until the review period ends, and afterwards as long as one of the invitation's reviews exists.
 */
export async function readReviewInvitation(
  tx: SiteTx,
  token: string,
  { estateName, now }: { estateName: string; now: Date },
): Promise<Outcome<InvitationData, 'link_expired'>> {
  const invitation = await readReviewInvitationIgnoringExpiry(tx, token);
  const order = invitation && (await readOrder(tx, invitation.orderId));
  if (!order) return refuse('link_expired');
  const written = await readReviewsOfOrder(tx, order.id);
  const canWrite = isOpen(invitation, now);
  if (!canWrite && written.length === 0) return refuse('link_expired');
  const lines = await readLinesOfOrders(tx, [order.id]);
  const { firstname, lastname } = order.billingAddress;
  return ok({
    orderNumber: order.number,
    proposedAuthor: proposeAuthorName(firstname, lastname),
    canWrite,
    subjects: [...lines.map(({ position: line, name }) => ({ line, name })), { line: null, name: estateName }].map(
      (subject) => ({ ...subject, review: toOwnReview(written.find(({ line }) => line === subject.line)) }),
    ),
  });
}

const toOwnReview = (row: ReviewRow | undefined) =>
  row
    ? {
        rating: row.rating,
        text: row.text,
        author: row.author,
        state: row.state,
        rejectionGround: row.rejectionGround,
        rejectionReason: row.rejectionReason,
      }
    : null;

interface SubmitReviewInput {
  token: string;
  line: number | null;
  rating: number;
  text: string;
  author: string;
}

/** Saves a review for moderation. The invitation is locked, so that a form that is sent twice saves only one review. */
export async function submitReview(
  tx: SiteTx,
  { token, line, rating, text, author }: SubmitReviewInput,
  now: Date,
): Promise<Outcome<{ state: ReviewState }, 'link_expired' | 'unknown_line' | 'already_reviewed'>> {
  const invitation = await readReviewInvitationIgnoringExpiry(tx, token);
  if (!invitation || !isOpen(invitation, now)) return refuse('link_expired');
  const { orderId, experiencedOn } = invitation;
  const sold =
    line === null ? null : (await readLinesOfOrders(tx, [orderId])).find(({ position }) => position === line);
  if (sold === undefined) return refuse('unknown_line');
  await lockReviewInvitationOfOrder(tx, orderId);
  // The invitation may have been revoked, with the customer's account, before it was locked.
  if (!(await readReviewInvitationIgnoringExpiry(tx, token))) return refuse('link_expired');
  const existing = (await readReviewsOfOrder(tx, orderId)).find((review) => review.line === line);
  if (existing) {
    const isRepeated = existing.rating === rating && existing.text === text && existing.author === author;
    return isRepeated ? ok({ state: existing.state }) : refuse('already_reviewed');
  }
  await insertReview(tx, {
    orderId,
    line,
    productId: sold?.productId ?? null,
    productName: sold?.name ?? '',
    author,
    rating,
    text,
    state: 'PENDING',
    experiencedOn,
  });
  return ok({ state: 'PENDING' });
}

/** Deletes a review at the request of its author, also after the period for new reviews. */
export async function withdrawReview(
  tx: SiteTx,
  token: string,
  line: number | null,
): Promise<Outcome<Record<string, never>, 'link_expired'>> {
  const invitation = await readReviewInvitationIgnoringExpiry(tx, token);
  if (!invitation) return refuse('link_expired');
  const deleted = await deleteReviewOfOrderLine(tx, invitation.orderId, line);
  if (deleted?.state === 'PUBLISHED') await notifySiteChanged(tx);
  return ok({});
}
