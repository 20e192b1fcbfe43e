import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ReadProductRatings } from '#server/api/catalogue/catalogue.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { idsPlaceholder, isOneOfIds } from '#server/api/database/filter-sql.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import type { ExportedReview } from '#shared/accounts/personal-data-export.ts';
import type { ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import { summariseRatingCounts } from '#shared/reviews/review-rules.ts';
import { demonstrationReviews, reviewInvitations, reviews } from './reviews-tables.ts';

const revokeReviewInvitationsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(reviewInvitations)
    .set({ tokenHash: null })
    .where(inArray(reviewInvitations.orderId, [...orderIds]));

export type ReviewRow = typeof reviews.$inferSelect;

/** The reviewed product's id; null for the estate. */
export type ReviewSubject = number | null;

async function deleteReviewsOfOrders(tx: SiteTx, orderIds: readonly number[]): Promise<number> {
  const rows = await tx
    .delete(reviews)
    .where(inArray(reviews.orderId, [...orderIds]))
    .returning({ id: reviews.id });
  return rows.length;
}

/** Reads the reviews of an account's orders with the order numbers, oldest first. */
const readReviewsOfAccount = (tx: SiteTx, userId: number) =>
  tx
    .select({ review: reviews, orderNumber: orders.number })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(reviews.id));

/**
 * Reads the ratings of products. The fictional reviews of a demonstration site count only until a product has a
 * published review, so that no average mixes both.
 */
export const readProductRatings: ReadProductRatings = async (tx, productIds) => {
  const rows = await countsOf(tx, { ids: productIds });
  const ratings = new Map<number, ProductRating>();
  for (const [productId, all] of Map.groupBy(rows, (row) => row.productId)) {
    const published = all.filter(({ isFictional }) => !isFictional);
    const counted = published.length > 0 ? published : all;
    const summary = summariseRatingCounts(new Map(counted.map(({ rating, reviewCount }) => [rating, reviewCount])));
    if (productId !== null && summary.average !== null)
      ratings.set(productId, { average: summary.average, count: summary.count, isFictional: published.length === 0 });
  }
  return ratings;
};

interface RatingCount {
  productId: number | null;
  rating: number;
  reviewCount: number;
  isFictional: boolean;
}

/** Counts the published and the fictional reviews of products by product and rating, with one query. */
const countsOf = preparedRead<RatingCount[], { ids: readonly number[] }>((db) =>
  unionAll(
    db
      .select({
        productId: reviews.productId,
        rating: reviews.rating,
        reviewCount: count(),
        isFictional: sql<boolean>`false`,
      })
      .from(reviews)
      .where(and(eq(reviews.state, 'PUBLISHED'), isOneOfIds(reviews.productId, idsPlaceholder)))
      .groupBy(reviews.productId, reviews.rating),
    db
      .select({
        productId: demonstrationReviews.productId,
        rating: demonstrationReviews.rating,
        reviewCount: count(),
        isFictional: sql<boolean>`true`,
      })
      .from(demonstrationReviews)
      .where(isOneOfIds(demonstrationReviews.productId, idsPlaceholder))
      .groupBy(demonstrationReviews.productId, demonstrationReviews.rating),
  ),
);

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
