import { type RatingSummary, summariseRatings } from '#shared/reviews/review-rules.ts';

/** Computes the average from the reviews themselves, because the figures that a service claims cannot be verified. */
export function summariseReviews(reviews: readonly { rating: number }[]): RatingSummary {
  const counts = new Map<number, number>();
  for (const { rating } of reviews) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return summariseRatings(counts);
}
