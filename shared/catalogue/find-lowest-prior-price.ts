import type { Cents } from '../money.ts';

/** A former price in cents with VAT. It applied from `from` until the next price of the history began. */
export interface PriceHistoryEntry {
  price: Cents;
  /** Milliseconds since 1970. */
  from: number;
}

/** The period that the law sets, in days: Directive 98/6/EC, article 6a; in France, Consumer Code, article L112-1-1. */
export const priorPricePeriodDays = 30;

/**
 * The prior price that must be shown beside a reduction: the lowest one of the 30 days before the reduction began. The
 * reduction began with the last run of `paid` in the history, or now if the history does not contain it. The result
 * never exceeds `price`, so that an incomplete history favours the customer.
 * @param price The price without the reduction.
 * @param paid The current price.
 * @param history In any order.
 */
export function findLowestPriorPrice(
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
