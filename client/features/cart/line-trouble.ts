import { isInStep } from '#shared/cart/quantity.ts';
import { mostOf, stepOf } from './cart-lines.ts';
import type { CartLine } from './cart-memory.ts';

/** Why a line cannot be ordered as it is, as far as the browser knows; `take`: the quantity with which it could. */
export type LineTrouble = { kind: 'step'; step: number; take: number } | { kind: 'short'; take: number };

/** What is wrong with a line: sold in another step, or more than there is. null: nothing that this browser knows of. */
export function lineTrouble(line: CartLine): LineTrouble | null {
  const [step, most] = [stepOf(line), mostOf(line)];
  if (line.quantity > most) return { kind: 'short', take: most };
  if (isInStep(line.quantity, step)) return null;
  return { kind: 'step', step, take: Math.min(most, Math.ceil(line.quantity / step) * step) };
}
