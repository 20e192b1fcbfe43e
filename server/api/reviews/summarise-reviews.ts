import { type RatingSummary, summariseRatingCounts } from '#shared/reviews/review-rules.ts';

/** Computes average and number from the reviews themselves, because those that a service states cannot be verified. */
export function summariseReviews(reviews: readonly { rating: number }[]): RatingSummary {
  const counts = new Map<number, number>();
  for (const { rating } of reviews) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return summariseRatingCounts(counts);
}
