import { type CartTotals, cartTotals, goodsAfterCode } from '#shared/cart/cart-totals.ts';
import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import type { Cents } from '#shared/money.ts';
import { sellableLinesOfCart } from './cart-lines.ts';
import type { PersistedCart } from './persisted-cart.ts';

/** Amounts of a cart in cents with VAT, computed by the same rules as on the server. */
export interface CartAmounts {
  lines: ItemLine[];
  totals: CartTotals;
  /** Price of the goods after all discounts on goods. It decides on free shipping. */
  goods: Cents;
}

export function computeCartAmounts(
  { products, discount }: Pick<PersistedCart, 'products' | 'discount'>,
  shippingFee: Cents = 0,
): CartAmounts {
  const lines = sellableLinesOfCart(products);
  return { lines, totals: cartTotals(lines, discount, shippingFee), goods: goodsAfterCode(lines, discount) };
}
