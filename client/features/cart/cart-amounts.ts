import { useMemo } from 'react';
import { type CartTotals, computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { Cents } from '#shared/money.ts';
import { cartLinesToSellableLines } from './cart-lines.ts';
import { useCart } from './cart-store.tsx';
import type { PersistedCart } from './persisted-cart.ts';

/** Amounts of a cart in cents with VAT, computed by the same rules as on the server. */
export interface CartAmounts {
  lines: SellableLine[];
  totals: CartTotals;
  /** Price of the goods in cents after all discounts on goods. Free shipping depends on this price. */
  goods: Cents;
}

export function computeCartAmounts(
  { products, discount }: Pick<PersistedCart, 'products' | 'discount'>,
  shippingFee: Cents = 0,
): CartAmounts {
  const lines = cartLinesToSellableLines(products);
  return {
    lines,
    totals: computeCartTotals(lines, discount, shippingFee),
    goods: computeGoodsPriceAfterCode(lines, discount),
  };
}

/** Returns the current amounts of the cart without a shipping fee, which is unknown before the checkout. */
export function useCartAmounts(): CartAmounts {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  return useMemo(() => computeCartAmounts({ products, discount }), [products, discount]);
}
