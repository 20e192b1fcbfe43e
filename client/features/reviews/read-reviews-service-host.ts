import type { ApiReader } from '#shared/rendering.ts';
import { findReviewsHost } from '#shared/reviews/estate-reviews.ts';

/** @returns null if the estate uses none */
export async function readReviewsServiceHost(read: ApiReader): Promise<string | null> {
  const { parameters } = await read('GET /parameter', { query: { type: 'REVIEWS_SERVICE_URL' } });
  return findReviewsHost(parameters);
}
