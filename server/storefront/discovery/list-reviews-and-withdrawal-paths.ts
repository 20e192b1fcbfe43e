import type { ApiReader } from '#shared/rendering.ts';
import { findReviewsServiceHostOfSite, hasReviewsOnEstateReviewsPage } from '#shared/reviews/estate-reviews.ts';

/**
 * Lists the URL paths of the reviews page, if it has reviews, and of the withdrawal page, for the sitemap. They are the
 * same in every language.
 */
export async function listReviewsAndWithdrawalPaths(read: ApiReader): Promise<string[]> {
  const [reviews, { parameters }] = await Promise.all([
    read('GET /estate/review', { query: { nbItem: 1 } }),
    read('GET /parameter', { query: { type: 'REVIEWS_SERVICE_URL' } }),
  ]);
  const hasReviews = hasReviewsOnEstateReviewsPage(reviews, findReviewsServiceHostOfSite(parameters));
  return [...(hasReviews ? ['/reviews'] : []), '/withdrawal'];
}
