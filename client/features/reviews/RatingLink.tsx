import { useTexts } from '#client/core/app-context.tsx';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import css from './Reviews.module.css';
import { Stars } from './Stars.tsx';

/** The average rating of a product, as a link to its reviews further down the page. */
export function RatingLink({ reviews: { summary, isFictional } }: { reviews: PublishedReviewPage }) {
  const { t } = useTexts();
  if (summary.average === null) return null;
  return (
    <p>
      <a className={css.ratingLink} href="#reviews">
        <Stars rating={summary.average} />
        {isFictional ? t('reviews.fictional') : t('reviews.count', { count: summary.count })}
      </a>
    </p>
  );
}
