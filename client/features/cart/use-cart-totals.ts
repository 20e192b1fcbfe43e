import { useMemo } from 'react';
import { useCart } from './cart-context.tsx';
import { type CartFigures, cartFigures } from './cart-figures.ts';

/**
 * What the cart comes to at this moment: `const { totals, feeKnown } = useCartTotals()`. It changes with lines, code and
 * delivery. `withShipping` as for `cartFigures`.
 */
export function useCartTotals(withShipping = true): CartFigures {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const deliveryType = useCart((state) => state.deliveryType);
  const carrier = useCart((state) => state.carrier);
  return useMemo(
    () => cartFigures({ products, discount, deliveryType, carrier }, withShipping),
    [products, discount, deliveryType, carrier, withShipping],
  );
}
