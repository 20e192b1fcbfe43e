import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { productReviewPageSize } from '#shared/reviews/review-rules.ts';
import type { PublishedReview, PublishedReviewPage } from '#shared/reviews/review-schemas.ts';
import type { LoadMoreReviewsButton } from './LoadMoreReviewsButton.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ReviewNotice } from './ReviewNotice.tsx';
import { ReviewSummary } from './ReviewSummary.tsx';
import css from './Reviews.module.css';

interface ProductReviewsProps {
  productId: number;
  /** The first page of the product's reviews. */
  first: PublishedReviewPage;
}

/** The reviews of a product; nothing if there are none. */
export function ProductReviews({ productId, first }: ProductReviewsProps) {
  const { t } = useTexts();
  const [further, setFurther] = useState<readonly PublishedReview[]>([]);
  // Pages are counted rather than reviews, because pages overlap once a review has been published in between.
  const [loaded, setLoaded] = useState({ pages: 1, total: first.total });
  const reviews = [...first.reviews, ...further];
  const hasMore = loaded.pages * productReviewPageSize < loaded.total;
  const LoadMoreButton = useLoadMoreReviewsButton(hasMore);
  if (first.summary.count === 0) return null;
  return (
    <section className={css.reviews} aria-labelledby="reviews">
      <h2 id="reviews">{t('reviews.title')}</h2>
      <div className={css.columns}>
        <ReviewSummary summary={first.summary} />
        <div>
          <ReviewNotice isFictional={first.isFictional} />
          <ReviewList reviews={reviews} />
          {hasMore && LoadMoreButton && (
            <LoadMoreButton
              productId={productId}
              page={loaded.pages + 1}
              onLoad={(next) => {
                const known = new Set(reviews.map(({ id }) => id));
                setFurther([...further, ...next.reviews.filter(({ id }) => !known.has(id))]);
                setLoaded({ pages: loaded.pages + 1, total: next.total });
              }}
            />
          )}
        </div>
      </div>
    </section>
  );
}

/** Loads the button for further reviews after hydration, and only if there are some. */
function useLoadMoreReviewsButton(hasMore: boolean): typeof LoadMoreReviewsButton | null {
  const [component, setComponent] = useState<typeof LoadMoreReviewsButton | null>(null);
  useEffect(() => {
    if (!hasMore) return;
    import('./LoadMoreReviewsButton.tsx').then(
      (loaded) => setComponent(() => loaded.LoadMoreReviewsButton),
      // Without a connection the first reviews are shown alone.
      () => {},
    );
  }, [hasMore]);
  return component;
}
