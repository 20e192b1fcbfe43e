import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { useCart, useCartStore } from '#client/features/cart/cart-context.tsx';
import { useCheckout } from '../checkout-context.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { shippingQuestion, stillChosen } from './shipping-question.ts';

export interface ShippingFees {
  busy: boolean;
  /** Why there is no carrier; empty where there is, or where nobody has asked. */
  failure: string;
  /** Whether enough is known to ask. */
  asked: boolean;
  again: () => void;
}

/**
 * Keeps carriers and fees of the cart in step with what they depend on. While one calculation runs no other is begun;
 * if something has changed meanwhile, one follows. A failed one leaves neither carrier nor prices.
 */
export function useShippingFees(): ShippingFees {
  const cart = useCartStore();
  const wanted = useCart(shippingQuestion);
  const { refusals } = useCheckout();
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const asking = useMemo(
    () =>
      oneAtATime({
        ask: (question) => callApi('POST /calculate/shipping-fees', { body: JSON.parse(question) }),
        busy: setBusy,
        answered: ({ carriers }) => {
          setFailure('');
          cart.getState().put({ shippingPrices: carriers, carrier: stillChosen(carriers, cart.getState().carrier) });
        },
        failed: (error) => {
          if (!(error instanceof CallFailure)) throw error;
          setFailure(error.message || t('ordering.shipping.failed'));
          cart.getState().put({ shippingPrices: [], carrier: null });
        },
        idle: () => setFailure(''),
      }),
    [cart, t],
  );
  useEffect(() => asking.want(wanted), [asking, wanted]);
  // The shop has just seen something differently: so it may see the fee.
  useEffect(() => {
    if (refusals > 0) asking.again();
  }, [asking, refusals]);
  useEffect(() => {
    if (failure === '') return;
    window.addEventListener('online', asking.again);
    return () => window.removeEventListener('online', asking.again);
  }, [asking, failure]);
  return { busy, failure, asked: wanted !== '', again: asking.again };
}
