import { centsToEuros, computePercentageOfAmount, eurosToCents } from '../money.ts';

interface PlannedVariant {
  /** The present price in euros before discounts. */
  price: number;
  plannedPrices: readonly { from: string; price: number }[];
}

/**
 * Returns the price that applies just before an instant, with the prices that are planned to begin earlier.
 * @param instant Milliseconds since 1970.
 */
export function findPriceBeforeInstant({ price, plannedPrices }: PlannedVariant, instant: number): number {
  const earlier = plannedPrices
    .filter(({ from }) => Date.parse(from) < instant)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  return earlier.at(-1)?.price ?? price;
}

/**
 * Returns the price that is planned to begin exactly at an instant; null if there is none.
 * @param instant Milliseconds since 1970.
 */
export const findPriceStartingAtInstant = ({ plannedPrices }: PlannedVariant, instant: number): number | null =>
  plannedPrices.find(({ from }) => Date.parse(from) === instant)?.price ?? null;

/**
 * Changes a price in euros by a percentage, rounded half up to the cent. The result is never below 0.
 * @param percent The change, such as 5 or -2.5.
 */
export const changePriceByPercent = (price: number, percent: number): number =>
  centsToEuros(computePercentageOfAmount(eurosToCents(price), Math.max(0, 100 + percent)));
