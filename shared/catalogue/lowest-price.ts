import type { Cents } from '../money.ts';

/** A price that was really asked, in cents with VAT, and the moment from which it held, until the next one began. */
export interface PastPrice {
  price: Cents;
  /** Milliseconds since 1970. */
  from: number;
}

/** How far back a reduction must look, in days (Directive 98/6/EC article 6a; in France code de la consommation L. 112-1-1). */
export const lowestPriceDays = 30;

/**
 * The prior price that an announced reduction must name: the least that was asked in the 30 days before the reduction
 * began. `price` is the price without reduction, `paid` the one asked now; the reduction began where the history's last
 * run of `paid` begins, or now if it is not in the history. Never above `price`, so that in doubt (a history that
 * starts late) the comparison favours the customer. The order of `history` does not matter.
 */
export function lowestPrice(price: Cents, paid: Cents, history: readonly PastPrice[], now: number): Cents {
  const asked = history.filter(({ from }) => from <= now).sort((a, b) => a.from - b.from);
  const earlier = asked.slice(0, asked.findLastIndex((past) => past.price !== paid) + 1);
  const began = asked[earlier.length]?.from ?? now;
  const opens = began - lowestPriceDays * 86_400_000;
  const held = earlier.filter((_, index) => (earlier[index + 1]?.from ?? began) > opens);
  return Math.min(price, ...held.map((past) => past.price));
}
