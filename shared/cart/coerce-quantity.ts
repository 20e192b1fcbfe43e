import { maxLineQuantity } from '#shared/limits.ts';

/**
 * Coerces a quantity that a visitor typed to one that the cart can hold: the next multiple of the step, at most `max`.
 * Text that is not a positive number becomes one step; 0 stays 0, because it removes the line. Only the client coerces;
 * the API refuses wrong quantities.
 * @returns 0 if `max` is less than one step
 */
export function coerceQuantity(entered: number | string, step = 1, max = maxLineQuantity): number {
  const parsed = typeof entered === 'number' ? Math.trunc(entered) : Number.parseInt(entered, 10);
  if (parsed === 0) return 0;
  const steps = Math.max(1, Math.ceil((Number.isNaN(parsed) ? 1 : parsed) / step));
  const maxSteps = Math.max(0, Math.floor(Math.min(max, maxLineQuantity) / step));
  return Math.min(steps, maxSteps) * step;
}
