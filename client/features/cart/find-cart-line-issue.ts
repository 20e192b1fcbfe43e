import { isPositiveMultipleOfStep } from '#shared/catalogue/quantity-step.ts';
import { getLineQuantityStep, getMaxLineQuantity } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/**
 * The reason why a cart line cannot be ordered. `nearestQuantity` is the quantity to propose: the next higher multiple
 * of the step, at most the largest quantity that can be ordered, which is 0 if the stock is less than one step.
 */
export type CartLineIssue =
  | { kind: 'step'; step: number; nearestQuantity: number }
  | { kind: 'stock'; nearestQuantity: number };

export function findCartLineIssue(line: CartLine): CartLineIssue | null {
  const [step, maxQuantity] = [getLineQuantityStep(line), getMaxLineQuantity(line)];
  if (line.quantity > maxQuantity) return { kind: 'stock', nearestQuantity: maxQuantity };
  if (isPositiveMultipleOfStep(line.quantity, step)) return null;
  return { kind: 'step', step, nearestQuantity: Math.min(maxQuantity, Math.ceil(line.quantity / step) * step) };
}
