import { z } from 'zod';
import { defineContract } from '#shared/endpoint.ts';

/** Maximum number of reviews that one response contains. */
export const maxReviewsPerResponse = 100;

export const Review = z.object({
  author: z.string().max(200),
  rating: z.number().min(0).max(5),
  /** The text of the review in plain text. */
  text: z.string().max(5_000),
  date: z.iso.datetime({ offset: true }),
});
export type Review = z.infer<typeof Review>;

export const reviewsContract = defineContract({
  'GET /reviews': {
    summary: 'Reviews of the estate from its reviews service; none if it has no service, or while that is unavailable',
    data: z.object({ reviews: z.array(Review) }),
  },
});
