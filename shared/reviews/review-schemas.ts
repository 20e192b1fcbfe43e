import { z } from 'zod';
import { maxRating, minRating, rejectionGrounds, reviewStates } from './review-rules.ts';

/** A review from an estate's reviews service, or a review from the platform in the same format. */
export const PublishedOrExternalReview = z.object({
  author: z.string().max(200),
  rating: z.number().min(minRating).max(maxRating),
  /** The text of the review in plain text. */
  text: z.string().max(5_000),
  date: z.iso.datetime({ offset: true }),
  /** The estate's id of the reviewed product; absent from a review of the estate. */
  idProduct: z.int().positive().optional(),
});
export type PublishedOrExternalReview = z.infer<typeof PublishedOrExternalReview>;

/** Average, number and distribution of ratings. `distribution` counts the reviews with ratings 1, 2, 3, 4 and 5. */
export const RatingSummarySchema = z.object({
  average: z.number().nullable(),
  count: z.int(),
  distribution: z.array(z.int()),
});

/** A review of a product or of the estate as visitors see it. All texts are plain text. */
const PublishedReview = z.object({
  id: z.int(),
  author: z.string(),
  rating: z.int(),
  text: z.string(),
  /** The day of the experience (YYYY-MM-DD): the order was completed then. */
  experiencedOn: z.string(),
  /** The time of publication in ISO 8601, UTC. */
  publishedAt: z.string(),
  /** The reply of the estate; null without one. */
  reply: z.string().nullable(),
});
export type PublishedReview = z.infer<typeof PublishedReview>;

export const PublishedReviewPage = z.object({
  reviews: z.array(PublishedReview),
  total: z.int(),
  /** The ratings of all published reviews, regardless of the query. */
  summary: RatingSummarySchema,
  /** True if the reviews are fictional ones of a demonstration site. */
  isFictional: z.boolean(),
});
export type PublishedReviewPage = z.infer<typeof PublishedReviewPage>;

const InvitedReviewSubject = z.object({
  /** The position of the line in its order, starting at 0; null for the estate. */
  line: z.int().nullable(),
  /** The name of the product or of the estate. */
  name: z.string(),
  /** The customer's review of the subject; null if there is none yet. */
  review: z
    .object({
      rating: z.int(),
      text: z.string(),
      author: z.string(),
      state: z.enum(reviewStates),
      rejectionGround: z.enum(rejectionGrounds).nullable(),
      rejectionReason: z.string(),
    })
    .nullable(),
});
export type InvitedReviewSubject = z.infer<typeof InvitedReviewSubject>;

export const ReviewInvitation = z.object({
  orderNumber: z.string(),
  /** The name that the form proposes: first name and initial. */
  proposedAuthor: z.string(),
  /** False if the period for new reviews is over. The customer can still withdraw reviews. */
  canWrite: z.boolean(),
  subjects: z.array(InvitedReviewSubject),
});
export type ReviewInvitation = z.infer<typeof ReviewInvitation>;

export const StaffReviewView = z.object({
  id: z.int(),
  /** Raised by every change. A change must name the revision that it is based on. */
  revision: z.int(),
  idOrder: z.int(),
  /** The reviewed product; null for a review of the estate. */
  idProduct: z.int().nullable(),
  /** The name of the reviewed product; empty for the estate. */
  productName: z.string(),
  author: z.string(),
  rating: z.int(),
  text: z.string(),
  state: z.enum(reviewStates),
  rejectionGround: z.enum(rejectionGrounds).nullable(),
  rejectionReason: z.string(),
  reply: z.string().nullable(),
  experiencedOn: z.string(),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
});
export type StaffReviewView = z.infer<typeof StaffReviewView>;
