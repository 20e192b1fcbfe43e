import { type ComponentType, useEffect, useState } from 'react';
import { runWhenIdle } from '#client/core/run-when-idle.ts';
import type { ServiceReviewsProps } from './ServiceReviews/ServiceReviews.tsx';

/**
 * The place on a page for the reviews of the estate's reviews service. These reviews are loaded when the browser is
 * idle, so that a slow service delays nothing.
 */
export function ServiceReviewsSlot(props: ServiceReviewsProps) {
  const [Reviews, setReviews] = useState<ComponentType<ServiceReviewsProps> | null>(null);
  useEffect(
    () =>
      runWhenIdle(() => {
        import('./ServiceReviews/ServiceReviews.tsx').then(
          ({ ServiceReviews }) => setReviews(() => ServiceReviews),
          // Without a connection the page is shown without these reviews.
          () => {},
        );
      }),
    [],
  );
  return Reviews && <Reviews key={props.productId} {...props} />;
}
