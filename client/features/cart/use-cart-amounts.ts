import { useMemo } from 'react';
import { type CartAmounts, computeCartAmounts } from './cart-amounts.ts';
import { useCart } from './cart-context.tsx';

/** The current figures of the cart. The shipping fee is not part of them before the checkout. */
export function useCartAmounts(): CartAmounts {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  return useMemo(() => computeCartAmounts({ products, discount }), [products, discount]);
}
