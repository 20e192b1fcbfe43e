import type { ApiReader } from '#shared/rendering.ts';
import { findReviewsServiceHostOfSite, hasReviewsOnEstateReviewsPage } from '#shared/reviews/estate-reviews.ts';

/**
 * Lists the URL paths of the public pages outside the page tree that search engines should list. They are the same in
 * every language.
 */
export async function listSitemapPathsOutsidePageTree(read: ApiReader): Promise<string[]> {
  const [reviews, { parameters }] = await Promise.all([
    read('GET /estate/review', { query: { nbItem: 1 } }),
    read('GET /parameter', { query: { type: 'REVIEWS_SERVICE_URL' } }),
  ]);
  const hasReviews = hasReviewsOnEstateReviewsPage(reviews, findReviewsServiceHostOfSite(parameters));
  return [...(hasReviews ? ['/reviews'] : []), '/withdrawal'];
}
