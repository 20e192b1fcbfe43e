import { maxRating } from '#shared/reviews/review-rules.ts';
import { useTexts } from './app-context.tsx';
import css from './Stars.module.css';

/** Shows a rating as stars. Screen readers read the rating as a number. */
export function Stars({ rating }: { rating: number }) {
  const { t, number } = useTexts();
  const label = t('catalogue.rating', { rating: number(rating) });
  return (
    <svg className={css.stars} viewBox={`0 0 ${maxRating} 1`} preserveAspectRatio="none" role="img" aria-label={label}>
      <rect width={rating} height="1" />
    </svg>
  );
}
