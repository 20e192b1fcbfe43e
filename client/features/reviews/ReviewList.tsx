import { useTexts } from '#client/core/app-context.tsx';
import { Stars } from '#client/core/Stars.tsx';
import type { PublishedReview } from '#shared/reviews/review-schemas.ts';
import css from './Reviews.module.css';

/** Reviews with their dates, which article D111-17 of the Consumer Code requires, and the estate's replies. */
export const ReviewList = ({ reviews }: { reviews: readonly PublishedReview[] }) => (
  <ul className={css.list}>
    {reviews.map((review) => (
      <li key={review.id}>
        <ReviewArticle review={review} />
      </li>
    ))}
  </ul>
);

function ReviewArticle({
  review: { author, rating, text, publishedAt, experiencedOn, reply },
}: {
  review: PublishedReview;
}) {
  const { t, date } = useTexts();
  const dates = { published: date(publishedAt), experienced: date(experiencedOn) };
  return (
    <article className={css.review}>
      <p className={css.author}>
        <Stars rating={rating} />
        <strong>{author}</strong>
      </p>
      <p className={css.text}>{text}</p>
      <p className={css.soft}>{t('reviews.dates', dates)}</p>
      {reply && (
        <div className={css.reply}>
          <p className={css.replyTitle}>{t('reviews.reply')}</p>
          <p className={css.text}>{reply}</p>
        </div>
      )}
    </article>
  );
}
