import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { showToast } from '#client/core/toast.ts';
import { useCart, useCartStore } from '#client/features/cart/cart-context.tsx';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { useReloadAfterRefusal } from '../use-reload-after-refusal.ts';
import { createSerialLatestRequestRunner } from './create-serial-latest-request-runner.ts';
import { createShippingFeeRequestBodyJson, keepOrSelectOnlyCarrier } from './shipping-fee-request.ts';

export interface ShippingFeeSyncState {
  isBusy: boolean;
  /** Error message of the last calculation; empty if the calculation succeeded. */
  failure: string;
  /** True if cart and postal address are complete enough to calculate shipping fees. */
  isRequested: boolean;
  reload: () => void;
}

/**
 * Recalculates the carriers and shipping fees in the draft when cart or postal address changes. Calculations do not
 * overlap and are not aborted, because the API may call a carrier. A failed calculation discards carrier and fees.
 */
export function useShippingFeeSync(): ShippingFeeSyncState {
  const checkout = useCheckoutStore();
  const cart = useCartStore();
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const deliveryType = useCheckoutDraft((state) => state.deliveryType);
  const address = useCheckoutDraft((state) => state.address);
  const request = createShippingFeeRequestBodyJson({ products, discount, deliveryType, address });
  const { t } = useTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const calculation = useMemo(
    () =>
      createSerialLatestRequestRunner({
        run: (body) => callApi('POST /calculate/shipping-fees', { body: JSON.parse(body) }),
        onBusyChange: setIsBusy,
        onResult: ({ carriers }) => {
          setFailure('');
          const { setShippingPrices, carrier } = checkout.getState();
          setShippingPrices(carriers, keepOrSelectOnlyCarrier(carriers, carrier));
        },
        onError: (error) => {
          if (!(error instanceof ApiCallError)) throw error;
          // The carriers are requested again without the discount code, because a refused code must not prevent
          // shipping.
          if (error.errors.code) {
            showToast(error.errors.code, 'failure');
            return cart.getState().setDiscount(null, error.errors.code);
          }
          setFailure(describeCallError(error, t, 'checkout.shipping.failed'));
          checkout.getState().setShippingPrices([], null);
        },
        onIdle: () => setFailure(''),
      }),
    [checkout, cart, t],
  );
  const { rerun } = calculation;
  useEffect(() => calculation.request(request), [calculation, request]);
  useReloadAfterRefusal(rerun);
  useEffect(() => {
    if (failure === '') return;
    window.addEventListener('online', rerun);
    return () => window.removeEventListener('online', rerun);
  }, [rerun, failure]);
  return { isBusy, failure, isRequested: request !== '', reload: rerun };
}
