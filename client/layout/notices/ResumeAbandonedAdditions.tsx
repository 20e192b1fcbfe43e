import { useEffect } from 'react';
import { useTextsWithLazyDomains } from '#client/core/app-context.tsx';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { findAndPruneAbandonedAdditions } from '#client/features/cart/abandoned-additions/find-and-prune-abandoned-additions.ts';
import { useCartStore } from '#client/features/cart/cart-context.tsx';

/**
 * Completes additions to the cart that were not complete when the visitor left an earlier page. The code is loaded only
 * if there are such additions.
 */
export function ResumeAbandonedAdditions() {
  const cart = useCartStore();
  const texts = useTextsWithLazyDomains();
  useEffect(() => {
    const additions = findAndPruneAbandonedAdditions(cart);
    if (additions.length === 0) return;
    void Promise.all([
      import('#client/features/cart/add-to-cart/resume-additions.ts'),
      loadLazyTexts(texts, ['product']),
    ]).then(
      ([{ resumeAdditions }]) => resumeAdditions(cart, texts, additions),
      // If the code or the texts cannot be loaded, the additions stay recorded for the next page.
      () => {},
    );
  }, [cart, texts]);
  return null;
}
