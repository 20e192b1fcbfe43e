import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { Stars } from '#client/core/Stars.tsx';
import { useQuery } from '#client/core/use-query.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { pageSize } from '#shared/limits.ts';
import type { PublishedOrExternalReview } from '#shared/reviews/review-schemas.ts';
import type { reviewsContract } from '#shared/reviews/reviews-contract.ts';
import type { TextKey } from '#shared/texts.ts';
import css from './Reviews.module.css';

interface ExternalReviewsProps {
  /** Absent for the reviews of the estate and all its products. */
  productId?: number;
  /** The host name of the reviews service. */
  service: string;
}

type ExternalReviewList = DataOf<(typeof reviewsContract)['GET /reviews']>;

const maxShown = { product: 3, estate: pageSize.list };

/**
 * The newest reviews from the estate's reviews service. With a `productId`, they are about the product, or about the
 * estate if the service names no products; otherwise they are about the estate and all products. Nothing is shown
 * without reviews or if the service fails.
 */
export function ExternalReviews({ productId, service }: ExternalReviewsProps) {
  const { t } = useTexts();
  const query = productId === undefined ? {} : { idProduct: productId };
  const { data: list } = useQuery(
    (signal) => callApi('GET /reviews', { query, isBackground: true, signal }),
    [productId],
  );
  if (!list || list.summary.average === null) return null;
  const { average, count } = list.summary;
  return (
    <section className={css.reviews} aria-labelledby="service-reviews">
      <h2 id="service-reviews">{t(getHeading(list))}</h2>
      <p className={css.author}>
        <Stars rating={average} /> {t('catalogue.rating.count', { count })}
      </p>
      <p className={css.soft}>{t('reviews.service.source', { service })}</p>
      <ul className={css.list}>
        {list.reviews.slice(0, productId === undefined ? maxShown.estate : maxShown.product).map((review) => (
          <li key={`${review.author} ${review.date} ${review.text}`}>
            <ExternalReview review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function getHeading({ isAboutProduct }: ExternalReviewList): TextKey {
  if (isAboutProduct === undefined) return 'reviews.service.all';
  return isAboutProduct ? 'reviews.service.product' : 'reviews.service.estate';
}

function ExternalReview({ review: { author, rating, text, date } }: { review: PublishedOrExternalReview }) {
  const texts = useTexts();
  return (
    <article className={css.review}>
      <p className={css.author}>
        <Stars rating={rating} />
        <strong>{author}</strong>
      </p>
      <p className={css.text}>{text}</p>
      <p className={css.soft}>{texts.date(date)}</p>
    </article>
  );
}
