import { useTexts } from '#client/core/app-context.tsx';
import { maxRating } from '#shared/reviews/review-rules.ts';
import css from './Reviews.module.css';

const starSizePx = 20;
const starCentres = Array.from({ length: maxRating }, (_, index) => starSizePx * (index + 0.5));
const allStars = starCentres.map(drawStar).join('');

/** Draws one star whose top is at the horizontal position `x`. */
function drawStar(x: number): string {
  return `M${x} 2l2.6 5.3 5.9.8-4.3 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.3-4.1 5.9-.8z`;
}

/** A rating as drawn stars, of which screen readers read the figure. The inner viewport cuts the stars off at the rating. */
export function Stars({ rating }: { rating: number }) {
  const { t, number } = useTexts();
  const label = t('reviews.rating', { rating: number(rating) });
  return (
    <svg className={css.stars} viewBox={`0 0 ${starSizePx * maxRating} ${starSizePx}`} role="img" aria-label={label}>
      <path className={css.emptyStars} d={allStars} />
      <svg width={starSizePx * rating} height={starSizePx} aria-hidden="true">
        <path d={allStars} />
      </svg>
    </svg>
  );
}
