import { type Cents, roundHalfUp } from '../money.ts';
import { type Capacity, centilitres } from './capacity.ts';

/**
 * Price of a litre in cents with VAT, rounded half up, from what one unit costs after its discount. The law wants it
 * beside the price of pre-packed drinks (France: arrêté of 16 November 1999). `null` where there is no content to divide by.
 */
export function pricePerLitre(price: Cents, content: Capacity): Cents | null {
  const volume = centilitres(content);
  return volume > 0 ? roundHalfUp((price * 100) / volume) : null;
}
