import { useTexts } from '#client/core/app-context.tsx';
import { Stars } from '#client/core/Stars.tsx';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import css from './Reviews.module.css';

export function RatingLink({ reviews: { summary, isFictional } }: { reviews: PublishedReviewPage }) {
  const { t } = useTexts();
  if (summary.average === null) return null;
  return (
    <p>
      <a className={css.ratingLink} href="#reviews">
        <Stars rating={summary.average} />
        {isFictional ? t('catalogue.rating.fictional') : t('catalogue.rating.count', { count: summary.count })}
      </a>
    </p>
  );
}
