import type { ProductType, Variant } from './catalogue-contract.ts';

export type Capacity = Pick<Variant, 'capacity' | 'capacityUnit'>;

const fullBottleCentilitres = 75;

/** Content in centilitres. `0.375 LITER` → `37.5`. */
export function centilitres({ capacity, capacityUnit }: Capacity): number {
  // 0.35 * 100 is 35 but 0.57 * 100 is 56.99999999999999: bottles are sized in tenths of a millilitre at the finest.
  return capacityUnit === 'LITER' ? Number((capacity * 100).toFixed(3)) : capacity;
}

/** A bottled drink under 0.75 litre, or under 75 centilitres, counts as half a bottle. A box never is one. */
export function isHalfBottle(type: ProductType, content: Capacity): boolean {
  return type === 'WINE' && centilitres(content) < fullBottleCentilitres;
}
