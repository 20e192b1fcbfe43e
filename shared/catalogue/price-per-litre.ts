import { type Cents, roundHalfUp } from '../money.ts';
import { type Capacity, centilitres } from './capacity.ts';

/**
 * The price of a litre in cents with VAT, rounded half up. French law requires it beside the price of pre-packed drinks
 * (order of 16 November 1999).
 * @param price The price of one unit after its discount.
 * @returns null for a capacity of 0.
 */
export function pricePerLitre(price: Cents, content: Capacity): Cents | null {
  const volume = centilitres(content);
  return volume > 0 ? roundHalfUp((price * 100) / volume) : null;
}
