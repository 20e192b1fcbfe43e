import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { summariseRatingCounts } from '#shared/reviews/review-rules.ts';
import type { PublishedReview, PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import { applyQueryToDemonstrationReviews, readDemonstrationReviewsOfSubject } from './demonstration-reviews.ts';
import {
  countPublishedReviewsByRating,
  findPublishedReviewPage,
  type ReviewRow,
  type ReviewSubject,
} from './reviews-repository.ts';
import { summariseReviews } from './summarise-reviews.ts';

/**
 * Reads one page of the published reviews of a product or of the estate. Only a subject without any shows the fictional
 * reviews of a demonstration site, so that no average mixes both.
 */
export async function readPublishedOrDemonstrationReviewPage(
  tx: SiteTx,
  subject: ReviewSubject,
  query: ListQuery,
  pickLanguage: PickLocalizedText,
): Promise<PublishedReviewPage> {
  const counts = await countPublishedReviewsByRating(tx, subject);
  if (counts.size === 0) return readDemonstrationPage(tx, subject, query, pickLanguage);
  const { rows, total } = await findPublishedReviewPage(tx, subject, query);
  return { reviews: rows.map(toPublishedReview), total, summary: summariseRatingCounts(counts), isFictional: false };
}

const toPublishedReview = (row: ReviewRow): PublishedReview => ({
  id: row.id,
  author: row.author,
  rating: row.rating,
  text: row.text,
  experiencedOn: row.experiencedOn,
  publishedAt: (row.publishedAt ?? row.createdAt).toISOString(),
  reply: row.reply,
});

async function readDemonstrationPage(
  tx: SiteTx,
  subject: ReviewSubject,
  query: ListQuery,
  pickLanguage: PickLocalizedText,
): Promise<PublishedReviewPage> {
  const all = await readDemonstrationReviewsOfSubject(tx, subject);
  const { rows, total } = applyQueryToDemonstrationReviews(all, query);
  const reviews = rows.map(({ id, author, rating, text, reply, experiencedOn, publishedOn }) => ({
    id,
    author,
    rating,
    text: pickLanguage(text),
    experiencedOn,
    publishedAt: `${publishedOn}T12:00:00.000Z`,
    reply: reply && pickLanguage(reply),
  }));
  return { reviews, total, summary: summariseReviews(all), isFictional: all.length > 0 };
}
