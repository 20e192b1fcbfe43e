import { asc, desc, sql } from 'drizzle-orm';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { FilterValue, ListFilter, ListQuery } from '#shared/list-query.ts';
import type { ReviewSubject } from './reviews-repository.ts';
import { demonstrationReviews } from './reviews-tables.ts';

type DemonstrationReview = typeof demonstrationReviews.$inferSelect;

/** Reads the fictional reviews of a subject, newest first. A demonstration site has about a dozen of them. */
export const readDemonstrationReviewsOfSubject = (tx: SiteTx, subject: ReviewSubject): Promise<DemonstrationReview[]> =>
  reviewsOf(tx, { subject });

const reviewsOf = preparedRead<DemonstrationReview[], { subject: ReviewSubject }>((db) =>
  db
    .select()
    .from(demonstrationReviews)
    .where(sql`${demonstrationReviews.productId} is not distinct from ${sql.placeholder('subject')}::integer`)
    .orderBy(desc(demonstrationReviews.publishedOn), asc(demonstrationReviews.id)),
);

/** Applies the filters, order and page of a query to the fictional reviews of a subject, given newest first. */
export function applyQueryToDemonstrationReviews(rows: readonly DemonstrationReview[], query: ListQuery) {
  const { filters, orderBy, nbItem, page } = query;
  const found = rows.filter(({ rating }) => filters.every((filter) => matchesRating(rating, filter)));
  const { field, isDescending } = orderBy ?? { field: 'date', isDescending: true };
  // Sorting is stable, so that the newest review of each rating comes first in both directions.
  const byRating = (a: DemonstrationReview, b: DemonstrationReview) =>
    isDescending ? b.rating - a.rating : a.rating - b.rating;
  const byDate = isDescending ? found : found.toReversed();
  const ordered = field === 'rating' ? found.toSorted(byRating) : byDate;
  return { rows: ordered.slice((page - 1) * nbItem, page * nbItem), total: found.length };
}

const comparisons: Record<string, (rating: number, value: FilterValue) => boolean> = {
  '': (rating, value) => rating === value,
  'df:': (rating, value) => rating !== value,
  'lt:': (rating, value) => rating < Number(value),
  'lte:': (rating, value) => rating <= Number(value),
  'gt:': (rating, value) => rating > Number(value),
  'gte:': (rating, value) => rating >= Number(value),
};

const matchesRating = (rating: number, { operator, value }: ListFilter): boolean =>
  comparisons[operator]?.(rating, value) ?? true;
