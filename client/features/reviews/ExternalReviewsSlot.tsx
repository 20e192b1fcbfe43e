import { type ComponentType, useEffect, useState } from 'react';
import { runWhenIdle } from '#client/core/run-when-idle.ts';
import type { ExternalReviewsProps } from './ExternalReviews.tsx';

/**
 * The place on a page for the reviews of the estate's reviews service. These reviews are loaded when the browser is
 * idle, so that a slow service delays nothing.
 */
export function ExternalReviewsSlot(props: ExternalReviewsProps) {
  const [Reviews, setReviews] = useState<ComponentType<ExternalReviewsProps> | null>(null);
  useEffect(
    () =>
      runWhenIdle(() => {
        import('./ExternalReviews.tsx').then(
          ({ ExternalReviews }) => setReviews(() => ExternalReviews),
          // Without a connection the page is shown without these reviews.
          () => {},
        );
      }),
    [],
  );
  return Reviews && <Reviews key={props.productId} {...props} />;
}
