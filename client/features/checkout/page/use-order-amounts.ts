import { useMemo } from 'react';
import { useCart } from '#client/features/cart/cart-context.tsx';
import { useCheckoutDraft } from '../checkout-store-context.tsx';
import { type CheckoutAmounts, computeOrderAmounts } from './checkout-amounts.ts';

export function useOrderAmounts(): CheckoutAmounts {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const deliveryType = useCheckoutDraft((state) => state.deliveryType);
  const carrier = useCheckoutDraft((state) => state.carrier);
  return useMemo(
    () => computeOrderAmounts({ products, discount }, { deliveryType, carrier }),
    [products, discount, deliveryType, carrier],
  );
}
