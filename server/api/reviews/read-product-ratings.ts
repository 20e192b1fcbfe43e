import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ReadProductRatings } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import { summariseRatingCounts } from '#shared/reviews/review-rules.ts';
import { demonstrationReviews, reviews } from './reviews-tables.ts';

/**
 * Reads the ratings of products. The fictional reviews of a demonstration site count only until a product has a
 * published review, so that no average mixes both.
 */
export const readProductRatings: ReadProductRatings = async (tx, productIds) => {
  const rows = await countReviewsByRating(tx, [...productIds]);
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

/** Counts the published and the fictional reviews of products by product and rating, with one query. */
const countReviewsByRating = (tx: SiteTx, productIds: number[]) =>
  unionAll(
    tx
      .select({
        productId: reviews.productId,
        rating: reviews.rating,
        reviewCount: count(),
        isFictional: sql<boolean>`false`,
      })
      .from(reviews)
      .where(and(eq(reviews.state, 'PUBLISHED'), inArray(reviews.productId, productIds)))
      .groupBy(reviews.productId, reviews.rating),
    tx
      .select({
        productId: demonstrationReviews.productId,
        rating: demonstrationReviews.rating,
        reviewCount: count(),
        isFictional: sql<boolean>`true`,
      })
      .from(demonstrationReviews)
      .where(inArray(demonstrationReviews.productId, productIds))
      .groupBy(demonstrationReviews.productId, demonstrationReviews.rating),
  );
