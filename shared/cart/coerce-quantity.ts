import { maxLineQuantity } from '#shared/limits.ts';

/**
 * Coerces a typed quantity to one that the cart can hold: the next multiple of the step, at most `max`. Anything that is
 * no positive number becomes one step; 0 stays 0 because it removes the line. The API coerces nothing.
 * @returns 0 where `max` is less than one step.
 */
export function coerceQuantity(typed: number | string, step = 1, max = maxLineQuantity): number {
  const parsed = typeof typed === 'number' ? Math.trunc(typed) : Number.parseInt(typed, 10);
  if (parsed === 0) return 0;
  const steps = Math.max(1, Math.ceil((Number.isNaN(parsed) ? 1 : parsed) / step));
  const maxSteps = Math.max(0, Math.floor(Math.min(max, maxLineQuantity) / step));
  return Math.min(steps, maxSteps) * step;
}
