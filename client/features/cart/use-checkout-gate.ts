import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { useCart, useCartStore } from './cart-context.tsx';
import type { CartStore } from './cart-store.ts';
import type { CartDiff } from './diff-carts.ts';
import { errorsByLine } from './errors-by-line.ts';
import type { CartLine } from './persisted-cart.ts';
import { refreshCart } from './refresh-cart.ts';

export interface CartNotice extends CartDiff {
  /** Whether the shop could not be asked. */
  hasFailed: boolean;
}

const emptyNotice: CartNotice = { removedNames: [], priceChanges: [], hasFailed: false };

/** Looks again at what the cart holds. Where the shop does not answer, that is said and the cart stays as it was. */
async function tryRefresh(cart: CartStore): Promise<CartNotice> {
  try {
    return { ...(await refreshCart(cart)), hasFailed: false };
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return { ...emptyNotice, hasFailed: true };
  }
}

/** The cart's page refreshes what it shows when it is opened. Answers what has changed since the last visit. */
export function useCartRefresh(): { notice: CartNotice; look: () => Promise<void> } {
  const cart = useCartStore();
  const restored = useCart((state) => state.restored);
  const [notice, setNotice] = useState(emptyNotice);
  const look = useCallback(async () => {
    if (cart.getState().products.length > 0) setNotice(await tryRefresh(cart));
  }, [cart]);
  useEffect(() => {
    if (restored) void look();
  }, [restored, look]);
  return { notice, look };
}

interface CheckoutGate {
  busy: boolean;
  /** What the shop says of lines, by their id, until the line changes. */
  lineErrors: ReadonlyMap<number, string>;
  proceed: () => Promise<void>;
}

/** Asks the shop whether the cart can be ordered as it is, and goes on to the order; else it says what is in the way. */
export function useCheckoutGate(look: () => Promise<void>): CheckoutGate {
  const cart = useCartStore();
  const { t } = useTexts();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ lines: readonly CartLine[]; sentences: Map<number, string> } | null>(null);
  const running = useRef(false);
  const products = useCart((state) => state.products);

  const refused = async (error: CallFailure, lines: readonly CartLine[]) => {
    await look();
    setTold({ lines, sentences: errorsByLine(error.errors, lines) });
    cart.getState().setError(error.message || t('ordering.cart.validate-failed'));
  };
  const order = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const lines = cart.getState().products;
    try {
      const wanted = lines.map(({ declinationId, quantity }) => ({ id: declinationId, quantity }));
      await callApi('POST /order/validate', { body: { products: wanted } });
      cart.getState().setError('');
      navigate('/checkout');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      await refused(error, lines);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const asAsked = (id: number) =>
    told?.lines.find((line) => line.id === id)?.quantity === products.find((line) => line.id === id)?.quantity;
  const sentences = new Map([...(told?.sentences ?? [])].filter(([id]) => asAsked(id)));
  return { busy, errorsByLine, proceed };
}
