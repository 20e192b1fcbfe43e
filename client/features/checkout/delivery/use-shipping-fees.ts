import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { useCart } from '#client/features/cart/cart-context.tsx';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { latestOnly } from './latest-only.ts';
import { selectCarrier, shippingFeeRequest } from './shipping-fee-request.ts';

export interface ShippingFees {
  busy: boolean;
  /** Why there is no carrier; empty where there is, or where nobody has asked. */
  failure: string;
  /** Whether enough is known to ask. */
  isRequested: boolean;
  reload: () => void;
}

/**
 * Keeps carriers and fees of the cart in step with what they depend on. While one calculation runs no other is begun;
 * if something has changed meanwhile, one follows. A failed one leaves neither carrier nor prices.
 */
export function useShippingFees(): ShippingFees {
  const checkout = useCheckoutStore();
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const deliveryType = useCheckoutDraft((state) => state.deliveryType);
  const address = useCheckoutDraft((state) => state.address);
  const wanted = shippingFeeRequest({ products, discount, deliveryType, address });
  const { refusalCount } = useCheckout();
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const asking = useMemo(
    () =>
      latestOnly({
        run: (question) => callApi('POST /calculate/shipping-fees', { body: JSON.parse(question) }),
        onBusyChange: setBusy,
        onResult: ({ carriers }) => {
          setFailure('');
          const { setShippingPrices, carrier } = checkout.getState();
          setShippingPrices(carriers, selectCarrier(carriers, carrier));
        },
        onError: (error) => {
          if (!(error instanceof CallFailure)) throw error;
          setFailure(error.message || t('ordering.shipping.failed'));
          checkout.getState().setShippingPrices([], null);
        },
        onIdle: () => setFailure(''),
      }),
    [checkout, t],
  );
  useEffect(() => asking.want(wanted), [asking, wanted]);
  // The shop has just seen something differently: so it may see the fee.
  useEffect(() => {
    if (refusalCount > 0) asking.again();
  }, [asking, refusalCount]);
  useEffect(() => {
    if (failure === '') return;
    window.addEventListener('online', asking.again);
    return () => window.removeEventListener('online', asking.again);
  }, [asking, failure]);
  return { busy, failure, isRequested: wanted !== '', reload: asking.again };
}
