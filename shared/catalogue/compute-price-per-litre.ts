import { type Cents, roundHalfUp } from '../money.ts';
import { type Capacity, toCentilitres } from './capacity.ts';

/**
 * Computes the price of a litre in cents with VAT, rounded half up. French law requires this price beside the price of
 * pre-packed drinks (order of 16 November 1999).
 * @param price the price of one unit in cents after its discount
 * @returns null for a capacity of 0
 */
export function computePricePerLitre(price: Cents, content: Capacity): Cents | null {
  const volume = toCentilitres(content);
  return volume > 0 ? roundHalfUp((price * 100) / volume) : null;
}
