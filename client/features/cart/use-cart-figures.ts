import { useMemo } from 'react';
import { useCart } from './cart-context.tsx';
import { type CartFigures, cartFigures } from './cart-figures.ts';

/** The current figures of the cart. The shipping fee is not part of them before the checkout. */
export function useCartFigures(): CartFigures {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  return useMemo(() => cartFigures({ products, discount }), [products, discount]);
}
