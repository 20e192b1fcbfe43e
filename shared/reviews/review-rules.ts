/** The states of a review. Only PUBLISHED reviews are public. */
export const reviewStates = ['PENDING', 'PUBLISHED', 'REJECTED'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The grounds on which an estate may refuse to publish a review. A low rating is none of them. */
export const rejectionGrounds = ['OFF_TOPIC', 'OFFENSIVE', 'PERSONAL_DATA', 'ADVERTISING', 'UNLAWFUL'] as const;
export type RejectionGround = (typeof rejectionGrounds)[number];

/** Value of the field `action` in a form without scripts that withdraws a review instead of writing one. */
export const withdrawActionValue = 'withdraw';

export const minRating = 1;
export const maxRating = 5;

/** Maximum lengths of the texts of reviews in characters. */
export const maxReviewTextLengths = { text: 2_000, author: 60, reply: 2_000, reason: 1_000 } as const;

/** Number of days after an invitation in which the customer can write reviews. */
export const reviewDaysAfterInvitation = 90;

/** Number of years after the experience for which a review is published, and after which it is deleted. */
export const reviewRetentionYears = 5;

/** Number of reviews that a product page shows at first, and that each further call loads. */
export const productReviewPageSize = 5;

export interface RatingSummary {
  /** Mean rating, rounded to one decimal; null without reviews. */
  average: number | null;
  count: number;
  /** The number of reviews by rating: the first element counts ratings of 1, the last one ratings of 5. */
  distribution: number[];
}

/**
 * Computes average and distribution from the number of reviews by rating.
 * @param counts number of reviews for each rating from 1 to 5; ratings between two integers are rounded in the
 * distribution, but count exactly in the average
 */
export function summariseRatingCounts(counts: ReadonlyMap<number, number>): RatingSummary {
  const distribution = new Array<number>(maxRating).fill(0);
  let [count, sum] = [0, 0];
  for (const [rating, reviews] of counts) {
    const index = Math.round(rating) - 1;
    distribution[index] = (distribution[index] ?? 0) + reviews;
    count += reviews;
    sum += rating * reviews;
  }
  return { average: count === 0 ? null : Math.round((sum / count) * 10) / 10, count, distribution };
}

/** Returns the name that the form proposes to a customer: the first name and the initial of the last name. */
export function proposeAuthorName(firstname: string, lastname: string): string {
  const [initial = ''] = lastname.trim();
  return `${firstname.trim()} ${initial && `${initial.toUpperCase()}.`}`.trim();
}

/** @param token the invitation's `refusalToken` */
export const buildReviewRefusalPath = (token: string): string => `/review/refuse/${token}`;
