import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { callErrorText } from '#client/core/call-error-text.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { useCart, useCartStore } from './cart-context.tsx';
import { errorsByLine } from './errors-by-line.ts';
import type { CartLine } from './persisted-cart.ts';

interface CheckoutGate {
  busy: boolean;
  /** Messages of the API by cart line id. A message disappears when the quantity of its line changes. */
  lineErrors: ReadonlyMap<number, string>;
  proceed: () => Promise<void>;
}

interface Refusal {
  lines: readonly CartLine[];
  errors: ReadonlyMap<number, string>;
}

const quantityOf = (lines: readonly CartLine[], lineId: number) => lines.find(({ id }) => id === lineId)?.quantity;

/**
 * Returns an action that opens the checkout if the API accepts the cart; otherwise it refreshes the cart and shows the
 * API's messages.
 */
export function useStartCheckout(refresh: () => Promise<void>): CheckoutGate {
  const cart = useCartStore();
  const { t } = useTexts();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isRunning = useRef(false);
  const products = useCart((state) => state.products);

  const handleRefusal = async (error: ApiCallError, lines: readonly CartLine[]) => {
    await refresh();
    setRefusal({ lines, errors: errorsByLine(error.errors, lines) });
    cart.getState().setError(callErrorText(error, t, 'ordering.cart.validate-failed'));
  };
  const proceed = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    const lines = cart.getState().products;
    try {
      const body = { products: lines.map(({ declinationId, quantity }) => ({ id: declinationId, quantity })) };
      await callApi('POST /order/validate', { body });
      cart.getState().setError('');
      navigate('/checkout');
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      await handleRefusal(error, lines);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const isUnchanged = (id: number) => quantityOf(refusal?.lines ?? [], id) === quantityOf(products, id);
  const lineErrors = new Map([...(refusal?.errors ?? [])].filter(([id]) => isUnchanged(id)));
  return { busy, lineErrors, proceed };
}
