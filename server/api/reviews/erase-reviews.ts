import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ExportedReview } from '#shared/accounts/personal-data-export.ts';
import { revokeReviewInvitationsOfOrders } from './invitations-repository.ts';
import { deleteReviewsOfOrders, readReviewsOfAccount } from './reviews-repository.ts';

/** Deletes the reviews of the orders of a deleted account, and revokes the links with which new ones can be written. */
export async function eraseReviews(tx: SiteTx, orderIds: readonly number[]): Promise<void> {
  const deleted = await deleteReviewsOfOrders(tx, orderIds);
  await revokeReviewInvitationsOfOrders(tx, orderIds);
  if (deleted > 0) await notifySiteChanged(tx);
}

/** Reads the reviews of an account's orders for the export of personal data, oldest first. */
export async function exportReviewsOfAccount(tx: SiteTx, userId: number): Promise<ExportedReview[]> {
  const rows = await readReviewsOfAccount(tx, userId);
  return rows.map(({ orderNumber, review }) => ({
    orderNumber,
    product: review.productName,
    author: review.author,
    rating: review.rating,
    text: review.text,
    state: review.state,
    reply: review.reply ?? '',
    createdAt: review.createdAt.toISOString(),
  }));
}
