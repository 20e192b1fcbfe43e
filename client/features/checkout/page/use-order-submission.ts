import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { saveGuestOrderToken } from '#client/core/orders/guest-order-token.ts';
import { useSessionStore } from '#client/features/accounts/session-context.tsx';
import { useCartStore } from '#client/features/cart/cart-context.tsx';
import { describeCartRefreshChanges } from '#client/features/cart/describe-cart-refresh-changes.ts';
import { refreshCart, refreshCartStock } from '#client/features/cart/refresh-cart.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { useCheckoutStore } from '../checkout-store-context.tsx';
import type { CheckoutErrors } from '../validate-checkout-draft.ts';
import { discardOrderIdempotencyKey, getOrCreateOrderIdempotencyKey } from './idempotency-key.ts';

export interface OrderSubmission {
  isBusy: boolean;
  /**
   * Error message of the last attempt to order; empty if there is none. An expired session has a field error instead.
   */
  failure: string;
  submit: (body: OrderBody) => Promise<void>;
  clearFailure: () => void;
}

interface OrderEvents {
  /**
   * Called with error messages by field when the API refuses the order. An expired session is an error of the field
   * `account`.
   */
  onRefused: (errors: CheckoutErrors) => void;
  onPlaced: () => void;
}

/**
 * Ignores the error of a failed refresh, because the visitor already sees the message of the failed order, which is
 * more important.
 */
const ignoreCallError = (refreshing: Promise<void>): Promise<void> =>
  refreshing.catch((error: unknown) => {
    if (!(error instanceof ApiCallError)) throw error;
  });

/** Places the order. The token with which a guest can read the order is saved. @throws ApiCallError */
async function placeOrder(body: OrderBody) {
  const idempotencyKey = getOrCreateOrderIdempotencyKey(JSON.stringify(body));
  const order = await callApi('POST /order', { body, idempotencyKey });
  discardOrderIdempotencyKey();
  if (order.orderToken !== undefined) saveGuestOrderToken({ id: order.id, token: order.orderToken });
  return order;
}

/**
 * Returns an action that sends the order, one request at a time. If the request fails, cart and draft are kept; the
 * stock in the cart is refreshed, and after a refusal its products too.
 */
export function useOrderSubmission({ onRefused, onPlaced }: OrderEvents): OrderSubmission {
  const cart = useCartStore();
  const checkout = useCheckoutStore();
  const session = useSessionStore();
  const navigate = useNavigate();
  const texts = useTexts();
  const { t } = texts;
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const handleError = async (error: unknown) => {
    if (!(error instanceof ApiCallError)) throw error;
    if (error.status === 401) {
      session.getState().end();
      checkout.getState().setCustomerMode('login');
      onRefused({ account: t('accounts.login.again') });
      return ignoreCallError(refreshCartStock(cart));
    }
    if (error.status >= 500) {
      setFailure(`${error.message || t('checkout.confirm.lost')} ${t('checkout.confirm.retry')}`);
      // Only the stock is refreshed, because new prices would change the total and give the repeated order another
      // idempotency key.
      return ignoreCallError(refreshCartStock(cart));
    }
    setFailure(error.message);
    onRefused(error.errors);
    cart.getState().setError(error.message);
    const codeRefusal = error.errors['discount.code'];
    if (codeRefusal) cart.getState().setDiscount(null, codeRefusal);
    await ignoreCallError(
      refreshCart(cart).then((diff) =>
        setFailure([error.message, ...describeCartRefreshChanges(diff, texts)].join(' ')),
      ),
    );
  };

  const submit = async (body: OrderBody) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setFailure('');
    try {
      const order = await placeOrder(body);
      onPlaced();
      cart.getState().clear();
      checkout.getState().clear();
      if (order.paymentStep.kind === 'redirect') window.location.replace(order.paymentStep.url);
      else navigate(`/checkout/done/${order.id}`, { replace: true });
    } catch (error) {
      await handleError(error);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, failure, submit, clearFailure: () => setFailure('') };
}
