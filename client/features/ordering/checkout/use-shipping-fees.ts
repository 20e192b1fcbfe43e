import { useEffect, useRef, useState } from 'react';
import { CallFailure, callApi } from '#client/api/call.ts';
import { useCart, useCartStore, useTexts } from '#client/app/app-context.tsx';
import type { CarrierChoice } from '#shared/ordering/ordering-contract.ts';
import type { CartMemory } from '../cart-memory.ts';

/** What the fee depends on, as one text; empty while it cannot be asked for. */
function question({ deliveryType, products, address, discount }: CartMemory): string {
  const { postalCode, country } = address.shipping;
  const isComplete = country === 'FR' ? /^\s*\d{2}\s?\d{3}\s*$/.test(postalCode) : postalCode.trim().length >= 3;
  if (deliveryType !== 'delivery' || products.length === 0 || country === '' || !isComplete) return '';
  return JSON.stringify({
    products: products.map(({ product, declinationId, quantity }) => ({
      idProduct: product.id,
      id: declinationId,
      quantity,
    })),
    postalCode: postalCode.trim(),
    country,
    ...(discount && { code: discount.code }),
  });
}

/** The carrier chosen before, with its fee of now; the only one there is; else none. */
const stillChosen = (carriers: CarrierChoice[], before: CarrierChoice | null): CarrierChoice | null =>
  carriers.find(({ id }) => id === before?.id) ?? (carriers.length === 1 ? (carriers[0] ?? null) : null);

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
  const wanted = useCart(question);
  const { t } = useTexts();
  const running = useRef(false);
  const answered = useRef('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for what was asked before
  useEffect(() => {
    if (running.current) return;
    if (wanted === '') {
      answered.current = '';
      setFailure('');
      return;
    }
    if (wanted === answered.current) return;
    running.current = true;
    setBusy(true);
    callApi('POST /calculate/shipping-fees', { body: JSON.parse(wanted) })
      .then(({ carriers }) => {
        setFailure('');
        cart.getState().put({ shippingPrices: carriers, carrier: stillChosen(carriers, cart.getState().carrier) });
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('ordering.shipping.failed'));
        cart.getState().put({ shippingPrices: [], carrier: null });
      })
      .finally(() => {
        answered.current = wanted;
        running.current = false;
        setBusy(false);
        // Whatever changed meanwhile is asked for now.
        setRound((count) => count + 1);
      });
  }, [wanted, round, cart, t]);

  const again = () => {
    answered.current = '';
    setRound((count) => count + 1);
  };
  return { busy, failure, asked: wanted !== '', again };
}
