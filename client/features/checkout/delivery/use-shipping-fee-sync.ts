import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { showToast } from '#client/core/toast.ts';
import { useCart, useCartStore } from '#client/features/cart/cart-store.tsx';
import type { PersistedCart } from '#client/features/cart/persisted-cart.ts';
import { isPostcodeOfCountry } from '#shared/places/postcode.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import type { CheckoutDraft } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { useReloadAfterRefusal } from '../use-reload-after-refusal.ts';

export interface ShippingFeeSyncState {
  isBusy: boolean;
  /** Error message of the last calculation; empty if the calculation succeeded. */
  failure: string;
  /** True if cart and postal address are complete enough to calculate shipping fees. */
  isRequested: boolean;
  reload: () => void;
}

interface LatestRequestRunnerOptions<Result> {
  run: (request: string) => Promise<Result>;
  onBusyChange: (isBusy: boolean) => void;
  /** Called with the result of a request, unless a newer request has replaced it. */
  onResult: (result: Result) => void;
  /** Called with the error of a request, unless a newer request has replaced it. */
  onError: (error: unknown) => void;
  /** Called if the latest request is the empty string, which is not run. */
  onIdle: () => void;
}

/**
 * Runs one request at a time. If several requests arrive during a run, only the latest is run afterwards. The empty
 * string stands for no request.
 */
export function createSerialLatestRequestRunner<Result>({
  run,
  onBusyChange,
  onResult,
  onError,
  onIdle,
}: LatestRequestRunnerOptions<Result>) {
  let latest = '';
  let handled = '';
  let isRunning = false;
  const runLatest = async (): Promise<void> => {
    if (isRunning || latest === handled) return;
    const request = latest;
    handled = request;
    if (request === '') return onIdle();
    isRunning = true;
    onBusyChange(true);
    try {
      const result = await run(request);
      if (latest === request) onResult(result);
    } catch (error) {
      if (latest === request) onError(error);
    } finally {
      isRunning = false;
      onBusyChange(false);
    }
    return runLatest();
  };
  return {
    request(request: string): void {
      latest = request;
      void runLatest();
    },
    /** Runs the latest request again, unless a request is running. */
    rerun(): void {
      if (isRunning) return;
      handled = '';
      void runLatest();
    },
  };
}

/**
 * Creates the JSON body of `POST /calculate/shipping-fees`. It is an empty string without a delivery, with an empty
 * cart, and until country and postcode are complete.
 */
export function toFeeRequestBody({
  deliveryType,
  products,
  address,
  discount,
}: Pick<PersistedCart, 'products' | 'discount'> & Pick<CheckoutDraft, 'deliveryType' | 'address'>): string {
  const { postalCode, country } = address.shipping;
  const isComplete = country !== '' && isPostcodeOfCountry(postalCode, country);
  if (deliveryType !== 'delivery' || products.length === 0 || !isComplete) return '';
  return JSON.stringify({
    products: products.map(({ product, variantId, quantity }) => ({
      idProduct: product.id,
      id: variantId,
      quantity,
    })),
    postalCode: postalCode.trim(),
    country,
    ...(discount && { code: discount.code }),
  });
}

/**
 * Returns the chosen carrier with its current fee. If that carrier is not offered, or none is chosen, returns the only
 * carrier, or null if there are none or several.
 */
export const keepOrSelectOnlyCarrier = (
  carriers: readonly CarrierOption[],
  chosen: CarrierOption | null,
): CarrierOption | null =>
  carriers.find(({ id }) => id === chosen?.id) ?? (carriers.length === 1 ? (carriers[0] ?? null) : null);

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
  const request = toFeeRequestBody({ products, discount, deliveryType, address });
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
