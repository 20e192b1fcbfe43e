import type { Variant } from './catalogue-contract.ts';

export type StockLevel = 'available' | 'low' | 'out';

/**
 * Returns the stock level to display: `out` below one `step`, `low` below `limit`. A stock that the estate does not
 * manage (`setQuantity` is false) is always `available`.
 * @param limit the parameter STOCK_LIMIT_DISPLAY in bottles; with 0 or undefined the level is never `low`
 */
export function getStockLevel(
  { quantity, setQuantity }: Pick<Variant, 'quantity' | 'setQuantity'>,
  limit: number | undefined,
  step = 1,
): StockLevel {
  if (!setQuantity) return 'available';
  if (quantity < Math.max(1, step)) return 'out';
  return quantity < (limit ?? 0) ? 'low' : 'available';
}
