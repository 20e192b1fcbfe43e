import { useMemo } from 'react';
import { type CartAmounts, computeCartAmounts } from './cart-amounts.ts';
import { useCart } from './cart-context.tsx';

/** Returns the current amounts of the cart without a shipping fee, which is unknown before the checkout. */
export function useCartAmounts(): CartAmounts {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  return useMemo(() => computeCartAmounts({ products, discount }), [products, discount]);
}
