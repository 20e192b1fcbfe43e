import { countsAsHalfBottle } from '#shared/catalogue/capacity.ts';
import type { BoxContent, SellableItem, SellableLine } from '#shared/catalogue/sellable-item.ts';

const halvesOf = (drink: Pick<BoxContent, 'type' | 'capacity' | 'capacityUnit'>): number =>
  countsAsHalfBottle(drink.type, drink) ? 1 : 2;

/**
 * Counts the half bottles in one item: 1 for a half bottle, 2 for a bottle, the sum of its contents for a box, and 0
 * for an item without shipping fees.
 */
export function itemToHalfBottleUnits(
  item: Pick<SellableItem, 'type' | 'capacity' | 'capacityUnit' | 'contents' | 'hasShippingFees'>,
): number {
  if (!item.hasShippingFees) return 0;
  if (item.type !== 'BOX') return halvesOf(item);
  return item.contents.reduce((sum, content) => sum + halvesOf(content) * content.quantity, 0);
}

/** Counts the bottles to ship in a cart: two half bottles count as one, and the total is rounded down. */
export function countBottlesToShip(lines: readonly SellableLine[]): number {
  const halves = lines.reduce((sum, { item, quantity }) => sum + itemToHalfBottleUnits(item) * quantity, 0);
  return Math.floor(halves / 2);
}
