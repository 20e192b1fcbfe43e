import { eurosToCents } from '../money.ts';
import type { DiscountTerms } from './unit-price.ts';
import { selectApplicableDiscount } from './unit-price.ts';

interface PricedVariant {
  /** The price in euros before discounts. */
  price: number;
  discount: DiscountTerms | null;
}

/** An invalid price: 0 (`price_zero`), or a discount in euros of at least the price (`discount_above_price`). */
export type PriceIssueCode = 'price_zero' | 'discount_above_price';

/** Finds the reason why a variant must not be sold at its price; null if there is none. */
export function findPriceIssue(
  { price, discount }: PricedVariant,
  ofProduct: DiscountTerms | null,
): PriceIssueCode | null {
  const cents = eurosToCents(price);
  if (cents === 0) return 'price_zero';
  const applied = selectApplicableDiscount(discount, ofProduct);
  return applied?.type === 'EURO' && eurosToCents(applied.amount) >= cents ? 'discount_above_price' : null;
}
