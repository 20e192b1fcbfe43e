import { eurosToCents } from '../money.ts';
import type { DiscountPriceFields } from './unit-price.ts';
import { selectVariantOrProductDiscount } from './unit-price.ts';

interface PricedVariant {
  /** The price in euros before discounts. */
  price: number;
  discount: DiscountPriceFields | null;
}

/** An invalid price: 0 (`price_zero`), or a discount in euros of at least the price (`discount_above_price`). */
type PriceIssueCode = 'price_zero' | 'discount_above_price';

/** Finds the reason why a variant must not be sold at its price; null if there is none. */
export function findPriceIssue(
  { price, discount }: PricedVariant,
  ofProduct: DiscountPriceFields | null,
): PriceIssueCode | null {
  const cents = eurosToCents(price);
  if (cents === 0) return 'price_zero';
  const applied = selectVariantOrProductDiscount(discount, ofProduct);
  return applied?.type === 'EURO' && eurosToCents(applied.amount) >= cents ? 'discount_above_price' : null;
}
