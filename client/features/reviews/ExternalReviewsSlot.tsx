import { type ComponentProps, useEffect, useState } from 'react';
import { runWhenIdle } from '#client/core/run-when-idle.ts';
import type { ExternalReviews } from './ExternalReviews.tsx';

/**
 * The place on a page for the reviews of the estate's reviews service. These reviews are loaded when the browser is
 * idle, so that a slow service delays nothing.
 */
export function ExternalReviewsSlot(props: ComponentProps<typeof ExternalReviews>) {
  const [Reviews, setReviews] = useState<typeof ExternalReviews | null>(null);
  useEffect(
    () =>
      runWhenIdle(() => {
        import('./ExternalReviews.tsx').then(
          (loaded) => setReviews(() => loaded.ExternalReviews),
          // Without a connection the page is shown without these reviews.
          () => {},
        );
      }),
    [],
  );
  return Reviews && <Reviews key={props.productId} {...props} />;
}
