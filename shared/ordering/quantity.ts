import type { SoldItem } from './sold-item.ts';

/** In what step something is sold: a vintage wine in that of its declination, everything else by the unit. */
export const quantityStep = ({
  isVintage,
  sellByMultipleOf,
}: Pick<SoldItem, 'isVintage' | 'sellByMultipleOf'>): number => (isVintage ? Math.max(1, sellByMultipleOf) : 1);

/**
 * What the cart makes of what somebody typed: parsed to a whole number, a negative one or none at all becomes 1, and it
 * is raised to the next step. 0 stays 0: it removes the line. The API coerces nothing.
 */
export function coerceQuantity(typed: number | string, step = 1, most = Number.POSITIVE_INFINITY): number {
  const parsed = typeof typed === 'number' ? Math.trunc(typed) : Number.parseInt(typed, 10);
  if (parsed === 0) return 0;
  const whole = Number.isFinite(parsed) && parsed > 0 ? parsed : 1;
  const raised = Math.ceil(whole / step) * step;
  return Math.min(raised, Math.floor(most / step) * step);
}

/** Whether the API takes a quantity: a positive whole multiple of the step. */
export const isInStep = (quantity: number, step: number): boolean =>
  Number.isInteger(quantity) && quantity > 0 && quantity % step === 0;
