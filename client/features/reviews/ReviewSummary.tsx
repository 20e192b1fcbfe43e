import { useTexts } from '#client/core/app-context.tsx';
import { Stars } from '#client/core/Stars.tsx';
import type { RatingSummary } from '#shared/reviews/review-rules.ts';
import css from './Reviews.module.css';

/** Average, number and distribution of ratings; nothing without reviews. */
export function ReviewSummary({ summary: { average, count, distribution } }: { summary: RatingSummary }) {
  const { t, number } = useTexts();
  if (average === null) return null;
  const rows = distribution.map((reviews, index) => ({ stars: index + 1, reviews })).reverse();
  return (
    <div className={css.summary}>
      <p className={css.average}>
        <span className={css.figure} aria-hidden="true">
          {number(average, { minimumFractionDigits: 1 })}
        </span>
        <Stars rating={average} />
        <span className={css.soft}>{t('catalogue.rating.count', { count })}</span>
      </p>
      <dl className={css.distribution}>
        {rows.map(({ stars, reviews }) => (
          <div key={stars}>
            <dt>{t('reviews.stars', { count: stars })}</dt>
            <dd>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * reviews) / count} height="6" />
              </svg>
              <span>{number(reviews)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
