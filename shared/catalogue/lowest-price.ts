import type { Cents } from '../money.ts';

/** A price in cents with VAT and the day (`YYYY-MM-DD`) from which it held, until the next one began. */
export interface PastPrice {
  price: Cents;
  from: string;
}

/** How far back a reduction must look, in days (Directive 98/6/EC article 6a; in France code de la consommation L. 112-1-1). */
export const lowestPriceDays = 30;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/**
 * The lowest price, in cents, at which a thing could be had in the 30 days up to `today` before the announced
 * reduction: the least of its undiscounted price and of every earlier price that held on one of those days.
 * An earlier price holds until the next one begins; when the present price began is not recorded, so the last earlier
 * one counts too: in doubt the comparison favours the customer. The order of `history` does not matter.
 */
export function lowestPrice(price: Cents, history: readonly PastPrice[], today: string): Cents {
  const opens = daysBefore(today, lowestPriceDays);
  const begun = history.filter(({ from }) => from <= today).sort((a, b) => (a.from < b.from ? -1 : 1));
  const held = begun.filter((_, index) => {
    const next = begun[index + 1];
    return next === undefined || next.from > opens;
  });
  return Math.min(price, ...held.map((past) => past.price));
}
