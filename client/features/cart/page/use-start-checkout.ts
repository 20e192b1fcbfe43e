import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { useCartStore } from '../cart-context.tsx';
import type { CartLine } from '../persisted-cart.ts';
import { useLineErrors } from '../use-line-errors.ts';

interface CheckoutGate {
  isBusy: boolean;
  /** The API's messages by cart line id. A message disappears when the quantity of its line changes. */
  lineErrors: ReadonlyMap<number, string>;
  proceed: () => Promise<void>;
}

/**
 * Provides the action that opens the checkout if the API accepts the cart, together with its state. If the API refuses
 * the cart, the action refreshes the cart and shows the API's messages.
 */
export function useStartCheckout(refresh: () => Promise<void>): CheckoutGate {
  const cart = useCartStore();
  const { t } = useTexts();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const { lineErrors, showLineErrors } = useLineErrors();
  const isRunning = useRef(false);

  const handleRefusal = async (error: ApiCallError, lines: readonly CartLine[]) => {
    await refresh();
    showLineErrors(error.errors, lines);
    cart.getState().setError(describeCallError(error, t, 'cart.validate-failed'));
  };
  const proceed = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    const lines = cart.getState().products;
    try {
      const body = { products: lines.map(({ variantId, quantity }) => ({ id: variantId, quantity })) };
      await callApi('POST /order/validate', { body });
      cart.getState().setError('');
      navigate('/checkout');
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      await handleRefusal(error, lines);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, lineErrors, proceed };
}
