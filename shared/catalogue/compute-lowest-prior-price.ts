import type { Cents } from '../money.ts';

/**
 * A price in the price history of a variant, after discounts, in cents with VAT. The price applied from the instant
 * `from` until the next price of the history began.
 */
export interface PriceHistoryEntry {
  price: Cents;
  /** The instant from which the price applied, in milliseconds since 1970. */
  from: number;
}

/**
 * The number of days before a reduction in which the law compares prices: Directive 98/6/EC, article 6a; in France,
 * Consumer Code, article L112-1-1.
 */
const priorPricePeriodDays = 30;

/**
 * Finds the prior price that the law requires beside a reduction: the lowest one of the 30 days before the reduction
 * began. The reduction began with the run of `paid` that ends the history, or now if the history ends with another
 * price. The result never exceeds `price`, so that an incomplete history favours the customer.
 * @param price the price in cents without the reduction
 * @param paid the current price in cents
 * @param history the price history in any order, with the current price if it is recorded
 */
export function computeLowestPriorPrice(
  price: Cents,
  paid: Cents,
  history: readonly PriceHistoryEntry[],
  now: number,
): Cents {
  const past = history.filter(({ from }) => from <= now).sort((a, b) => a.from - b.from);
  const earlier = past.slice(0, past.findLastIndex((entry) => entry.price !== paid) + 1);
  const reducedAt = past[earlier.length]?.from ?? now;
  const periodStart = reducedAt - priorPricePeriodDays * 86_400_000;
  const inPeriod = earlier.filter((_, index) => (earlier[index + 1]?.from ?? reducedAt) > periodStart);
  return Math.min(price, ...inPeriod.map((entry) => entry.price));
}
