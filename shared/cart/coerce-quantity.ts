import type { SellableItem } from '#shared/catalogue/sellable-item.ts';
import { maxLineQuantity } from '#shared/limits.ts';

/** In what step something is sold: a vintage wine in that of its declination, everything else by the unit. */
export const quantityStep = ({
  isVintage,
  sellByMultipleOf,
}: Pick<SellableItem, 'isVintage' | 'sellByMultipleOf'>): number => (isVintage ? Math.max(1, sellByMultipleOf) : 1);

/**
 * What the cart makes of what somebody typed: parsed to a whole number, a negative one or none at all becomes 1, and it
 * is raised to the next step, but to no more than the steps that `most` holds: where that is not even one, the answer
 * is 0. 0 stays 0: it removes the line. The API coerces nothing.
 */
export function coerceQuantity(typed: number | string, step = 1, most = maxLineQuantity): number {
  const parsed = typeof typed === 'number' ? Math.trunc(typed) : Number.parseInt(typed, 10);
  if (parsed === 0) return 0;
  const steps = Math.max(1, Math.ceil((Number.isNaN(parsed) ? 1 : parsed) / step));
  const mostSteps = Math.max(0, Math.floor(Math.min(most, maxLineQuantity) / step));
  return Math.min(steps, mostSteps) * step;
}

/** Whether the API takes a quantity: a positive whole multiple of the step. */
export const isInStep = (quantity: number, step: number): boolean =>
  Number.isInteger(quantity) && quantity > 0 && quantity % step === 0;
