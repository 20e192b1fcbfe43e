import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { CheckoutContext, type CheckoutOptions } from '#client/features/checkout/checkout-context.ts';
import {
  type CheckoutStore,
  CheckoutStoreProvider,
  useCheckoutStore,
} from '#client/features/checkout/checkout-store.tsx';
import type { CheckoutErrors } from '#client/features/checkout/validate-checkout-draft.ts';
import { renderInApp } from '#tests/components/render-in-app.tsx';

function StoreReader({ onStore }: { onStore: (store: CheckoutStore) => void }) {
  onStore(useCheckoutStore());
  return null;
}

/**
 * Renders an element inside the checkout of a shop without payment methods.
 * @returns Also the store of the checkout draft, and the mock of the function that clears errors.
 */
export function renderInCheckout(
  element: ReactNode,
  errors: CheckoutErrors = {},
  collectionPlaces: CheckoutOptions['collectionPlaces'] = [],
) {
  const clearErrors = vi.fn();
  const stores: CheckoutStore[] = [];
  const value = { collectionPlaces, payments: [], errors, lineErrors: new Map(), refusalCount: 0, clearErrors };
  const rendered = renderInApp(
    <CheckoutStoreProvider>
      <CheckoutContext value={value}>
        {element}
        <StoreReader onStore={(store) => stores.push(store)} />
      </CheckoutContext>
    </CheckoutStoreProvider>,
  );
  const [checkout] = stores;
  if (!checkout) throw new Error('CheckoutStoreProvider provides no store');
  return { ...rendered, checkout, clearErrors };
}
