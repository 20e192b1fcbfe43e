import { maxRating, minRating } from '#shared/reviews/review-rules.ts';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';

const scale = { bestRating: maxRating, worstRating: minRating };

/** Describes real reviews as properties of a schema.org item. Fictional reviews are never described. */
export function createReviewJsonLd(page: PublishedReviewPage | undefined): object {
  if (!page || page.isFictional || page.summary.average === null) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: page.summary.average,
      reviewCount: page.summary.count,
      ...scale,
    },
    review: page.reviews.map(({ author, rating, text, publishedAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      datePublished: publishedAt.slice(0, 10),
      reviewBody: text,
      reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
    })),
  };
}
