import type { Product, Variant } from './catalogue-contract.ts';
import type { SellableItem } from './sellable-item.ts';

/**
 * Returns the number of bottles in whose multiples an item is sold: the step of the variant for a vintage wine,
 * otherwise 1.
 */
export const getQuantityStep = ({
  isVintage,
  sellByMultipleOf,
}: Pick<SellableItem, 'isVintage' | 'sellByMultipleOf'>): number => (isVintage ? Math.max(1, sellByMultipleOf) : 1);

export const getVariantQuantityStep = (
  { isVintage }: Pick<Product, 'isVintage'>,
  { sellByMultipleOf }: Pick<Variant, 'sellByMultipleOf'>,
): number => getQuantityStep({ isVintage, sellByMultipleOf });

/** Checks whether a quantity can be ordered: it is a positive whole multiple of the quantity step. */
export const isPositiveMultipleOfStep = (quantity: number, step: number): boolean =>
  Number.isInteger(quantity) && quantity > 0 && quantity % step === 0;
