import { isInStep } from '#shared/catalogue/quantity-step.ts';
import { maxQuantityOf, quantityStepOf } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/** The reason why a line cannot be ordered. `nearestQuantity` is the nearest one that can. */
export type LineIssue =
  | { kind: 'step'; step: number; nearestQuantity: number }
  | { kind: 'stock'; nearestQuantity: number };

/** Checks a line against quantity step and stock. */
export function findLineIssue(line: CartLine): LineIssue | null {
  const [step, maxQuantity] = [quantityStepOf(line), maxQuantityOf(line)];
  if (line.quantity > maxQuantity) return { kind: 'stock', nearestQuantity: maxQuantity };
  if (isInStep(line.quantity, step)) return null;
  return { kind: 'step', step, nearestQuantity: Math.min(maxQuantity, Math.ceil(line.quantity / step) * step) };
}
