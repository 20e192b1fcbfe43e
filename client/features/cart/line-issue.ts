import { isInStep } from '#shared/catalogue/quantity-step.ts';
import { maxQuantityOf, quantityStepOf } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/** Why a line cannot be ordered as it is. `take` is the nearest quantity that can be ordered. */
export type LineIssue = { kind: 'step'; step: number; take: number } | { kind: 'short'; take: number };

/** Checks a line against step and stock as far as the browser knows them. */
export function lineIssue(line: CartLine): LineIssue | null {
  const [step, most] = [quantityStepOf(line), maxQuantityOf(line)];
  if (line.quantity > most) return { kind: 'short', take: most };
  if (isInStep(line.quantity, step)) return null;
  return { kind: 'step', step, take: Math.min(most, Math.ceil(line.quantity / step) * step) };
}
