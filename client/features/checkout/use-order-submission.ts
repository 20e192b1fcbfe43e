import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { useSessionStore } from '#client/features/accounts/session-context.tsx';
import { useCartStore } from '#client/features/cart/cart-context.tsx';
import { refreshCart } from '#client/features/cart/refresh-cart.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { discardIdempotencyKey, idempotencyKey } from './idempotency-key.ts';
import type { CheckoutErrors } from './validate-draft.ts';
import { useCheckoutStore } from './checkout-store-context.tsx';

export interface OrderSubmission {
  busy: boolean;
  /** Why it was not placed, in words. */
  failure: string;
  submit: (body: OrderBody) => Promise<void>;
  /** Forgets why it was not placed. */
  clearFailure: () => void;
}

interface OrderEvents {
  /** Fields at fault. An ended session is a fault of the field `account`. */
  onRefused: (faults: CheckoutErrors) => void;
  onPlaced: () => void;
}

/** Sends the order, once however often it is pressed. Whatever goes wrong, the cart and all that was typed stays. */
export function useOrderSubmission({ onRefused, onPlaced }: OrderEvents): OrderSubmission {
  const cart = useCartStore();
  const checkout = useCheckoutStore();
  const session = useSessionStore();
  const navigate = useNavigate();
  const { t } = useTexts();
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const failed = async (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    if (error.status === 401) {
      session.getState().end();
      return onRefused({ account: t('accounts.login.again') });
    }
    if (error.status >= 500) return setFailure(t('ordering.confirm.lost'));
    setFailure(error.message);
    onRefused(error.errors);
    cart.getState().setError(error.message);
    // What was refused was seen differently here: look at prices and stock again.
    await refreshCart(cart).catch((again: unknown) => {
      if (!(again instanceof CallFailure)) throw again;
    });
  };

  const place = async (body: OrderBody) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure('');
    try {
      const order = await callApi('POST /order', { body, idempotencyKey: idempotencyKey(JSON.stringify(body)) });
      discardIdempotencyKey();
      onPlaced();
      cart.getState().clear();
      checkout.getState().clear();
      navigate(`/checkout/done/${order.id}`, { replace: true });
    } catch (error) {
      await failed(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, submit, clearFailure: () => setFailure('') };
}
