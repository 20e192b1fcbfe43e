import { type Cents, roundHalfUp } from '../money.ts';
import type { ProductType, Variant } from './catalogue-contract.ts';

/** The volume of a variant; null for a voucher. */
export type Capacity = Pick<Variant, 'capacity' | 'capacityUnit'>;

/** Volume of a full bottle in centilitres. Smaller bottles count as half a bottle for shipping. */
export const fullBottleCentilitres = 75;

/** Converts the volume of a bottle to centilitres: `0.375 LITER` → `37.5`. A voucher has none: 0. */
export function toCentilitres({ capacity, capacityUnit }: Capacity): number {
  if (capacity === null) return 0;
  // Rounding removes floating-point errors: 0.57 * 100 is 56.99999999999999.
  return capacityUnit === 'LITER' ? Number((capacity * 100).toFixed(3)) : capacity;
}

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

/**
 * Checks whether an item counts as half a bottle for shipping, as every bottle smaller than a full one does, but no
 * box.
 */
export function countsAsHalfBottle(type: ProductType, content: Capacity): boolean {
  return type === 'WINE' && toCentilitres(content) < fullBottleCentilitres;
}
