import type { Cents } from '../money.ts';
import type { DiscountTerms } from './unit-price.ts';

/** A reduction as it may be announced beside a price. */
export interface AnnouncedReduction {
  /** The crossed-out price. */
  before: Cents;
  /** Set if the reduction is a percentage; whole per cent of `before`, unless it is the discount's own. */
  percent?: number;
}

/**
 * The reduction relates to the prior price, the lowest one of the 30 days before it began: Directive 98/6/EC, article 6a,
 * as read in the judgment C-330/23 of 26 September 2024. A percentage is rounded down, so that it never promises more
 * than the customer saves.
 * @param price The price without the discount.
 * @param paid The current price.
 * @param lowest The result of `findLowestPriorPrice`, null if unknown.
 * @returns null if the current price is not below the prior one: then no reduction may be announced.
 */
export function computeAnnouncedReduction(
  price: Cents,
  paid: Cents,
  lowest: Cents | null,
  discount: DiscountTerms | null,
): AnnouncedReduction | null {
  const before = Math.min(price, lowest ?? price);
  if (paid >= before) return null;
  if (discount?.type !== 'PERCENTAGE') return { before };
  const percent = before === price ? discount.amount : Math.floor(((before - paid) * 100) / before);
  return percent > 0 ? { before, percent } : { before };
}
