import type { SellableItem } from './sellable-item.ts';

/** The step in which something is sold: for a vintage wine that of its variant, for everything else one. */
export const quantityStep = ({
  isVintage,
  sellByMultipleOf,
}: Pick<SellableItem, 'isVintage' | 'sellByMultipleOf'>): number => (isVintage ? Math.max(1, sellByMultipleOf) : 1);

/** Whether a quantity can be ordered: it is a positive whole multiple of the step. */
export const isInStep = (quantity: number, step: number): boolean =>
  Number.isInteger(quantity) && quantity > 0 && quantity % step === 0;
