/**
 * Kinds of changes of a stock: ADD adds bottles or, if negative, removes them; SET sets the quantity that can be sold;
 * COUNT states the bottles in the cellar, including those of orders that have not been handed over.
 */
export const stockMovementKinds = ['ADD', 'SET', 'COUNT'] as const;
export type StockMovementKind = (typeof stockMovementKinds)[number];

/** The maximum stock of a variant in bottles. A stock and a movement together stay within four-byte integers. */
export const maxStock = 10_000_000;

/**
 * Returns the number of bottles that a movement replaces by another number: for SET the bottles that can be sold, for
 * COUNT the bottles in the cellar, including those reserved by open orders. ADD replaces none, so the result is null.
 */
export function getStockReplacedByMovement(
  kind: StockMovementKind,
  { quantity, reserved }: { quantity: number; reserved: number },
): number | null {
  if (kind === 'ADD') return null;
  return kind === 'SET' ? quantity : quantity + reserved;
}

/**
 * Computes the stock that can be sold after a movement.
 * @param before the quantity that could be sold before the movement
 * @param reserved bottles of open orders, which are still in the cellar
 * @returns null if the stock would be negative or too large; a stocktake (`COUNT`) below `reserved` leaves 0
 */
export function computeStockAfterMovement(
  { kind, quantity }: { kind: StockMovementKind; quantity: number },
  before: number,
  reserved: number,
): number | null {
  const after = kind === 'ADD' ? before + quantity : kind === 'SET' ? quantity : Math.max(0, quantity - reserved);
  return quantity <= maxStock && after >= 0 && after <= maxStock && (kind === 'ADD' || quantity >= 0) ? after : null;
}
