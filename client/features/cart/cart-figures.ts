import { type CartTotals, cartTotals, goodsAfterCode } from '#shared/cart/cart-totals.ts';
import type { WantedLine } from '#shared/catalogue/sold-item.ts';
import { type Cents, eurosToCents } from '#shared/money.ts';
import { needsShipping } from '#shared/shipping/shipping.ts';
import { wantedLines } from './cart-lines.ts';
import type { CartMemory } from './cart-memory.ts';

/** What a cart comes to, by the same rules as on the server. Cents with VAT. */
export interface CartFigures {
  lines: WantedLine[];
  totals: CartTotals;
  /** The goods after every discount that touches them, which is what free shipping looks at. */
  goods: Cents;
  /** Whether `totals` holds the shipping fee that will be asked: a carrier is chosen, or none is needed. */
  feeKnown: boolean;
}

type CountedCart = Pick<CartMemory, 'products' | 'discount' | 'deliveryType' | 'carrier'>;

/** `withShipping`: with the fee of the carrier that is chosen; the cart's own page does not know it yet. */
export function cartFigures(
  { products, discount, deliveryType, carrier }: CountedCart,
  withShipping: boolean,
): CartFigures {
  const lines = wantedLines(products);
  const fetched = deliveryType !== 'delivery' || !needsShipping(lines);
  const fee = withShipping && !fetched && carrier ? eurosToCents(carrier.fdp) : 0;
  return {
    lines,
    totals: cartTotals(lines, discount, fee),
    goods: goodsAfterCode(lines, discount),
    feeKnown: withShipping && (fetched || carrier !== null),
  };
}
