import type { PriceRange } from './product-list-state.ts';

const priceSteps = [5, 10, 15, 20, 30, 50, 100, 200, 500, 1000];

/**
 * Creates at most five price ranges with round bounds for prices from `min` to `max` euros. The first and the last
 * range are unbounded. The list is empty if no price step lies between `min` and `max`.
 */
export function createPriceRanges(min: number, max: number): PriceRange[] {
  const steps = priceSteps.filter((step) => step > min && step < max);
  const every = Math.max(1, Math.ceil(steps.length / 4));
  const bounds = steps.filter((_, index) => index % every === every - 1);
  if (bounds.length === 0) return [];
  const starts = [null, ...bounds];
  const ends = [...bounds, null];
  return starts.map((from, index) => ({ from, to: ends[index] ?? null }));
}
