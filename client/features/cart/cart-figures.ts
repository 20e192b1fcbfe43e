import { type CartTotals, cartTotals, goodsAfterCode } from '#shared/cart/cart-totals.ts';
import type { WantedLine } from '#shared/catalogue/sold-item.ts';
import type { Cents } from '#shared/money.ts';
import { wantedLines } from './cart-lines.ts';
import type { PersistedCart } from './persisted-cart.ts';

/** The figures of a cart by the same rules as on the server, in cents with VAT. */
export interface CartFigures {
  lines: WantedLine[];
  totals: CartTotals;
  /** The goods after all discounts that apply to them, which decide on free shipping. */
  goods: Cents;
}

export function cartFigures(
  { products, discount }: Pick<PersistedCart, 'products' | 'discount'>,
  shippingFee: Cents = 0,
): CartFigures {
  const lines = wantedLines(products);
  return { lines, totals: cartTotals(lines, discount, shippingFee), goods: goodsAfterCode(lines, discount) };
}
