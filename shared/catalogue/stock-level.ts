import type { Variant } from './catalogue-contract.ts';

export type StockLevel = 'available' | 'low' | 'out';

/**
 * What to say of a stock. Not counted (`setQuantity` false): always available. Out when less is left than the step in
 * which it is sold; low when less is left than `limit` (STOCK_LIMIT_DISPLAY; 0 or unset: never low).
 */
export function stockLevel(
  { quantity, setQuantity }: Pick<Variant, 'quantity' | 'setQuantity'>,
  limit: number | undefined,
  step = 1,
): StockLevel {
  if (!setQuantity) return 'available';
  if (quantity < Math.max(1, step)) return 'out';
  return quantity < (limit ?? 0) ? 'low' : 'available';
}
