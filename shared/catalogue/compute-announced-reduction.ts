import type { Cents } from '../money.ts';
import type { DiscountPriceFields } from './unit-price.ts';

/** A price reduction in the form in which the law allows it to be announced beside a price. */
export interface AnnouncedReduction {
  /** The crossed-out price in cents. */
  before: Cents;
  /**
   * The reduction in percent of `before`, set only for discounts that are a percentage: the discount's own percentage,
   * or one computed from the prior price and rounded down.
   */
  percent?: number;
}

/**
 * Computes the price reduction that may be announced. The reduction relates to the prior price, which is the lowest
 * price of the 30 days before the reduction began: Directive 98/6/EC, article 6a, as read in the judgment C-330/23 of
 * 26 September 2024. A computed percentage is rounded down, so that it never promises more than the customer saves.
 * @param price the price in cents without the discount
 * @param paid the current price in cents
 * @param lowest the result of `computeLowestPriorPrice`, null if unknown
 * @returns null if the current price is not below the prior one, because then no reduction may be announced
 */
export function computeAnnouncedReduction(
  price: Cents,
  paid: Cents,
  lowest: Cents | null,
  discount: DiscountPriceFields | null,
): AnnouncedReduction | null {
  const before = Math.min(price, lowest ?? price);
  if (paid >= before) return null;
  if (discount?.type !== 'PERCENTAGE') return { before };
  const percent = before === price ? discount.amount : Math.floor(((before - paid) * 100) / before);
  return percent > 0 ? { before, percent } : { before };
}
