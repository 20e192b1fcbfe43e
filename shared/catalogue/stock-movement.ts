/**
 * ADD adds or, if negative, removes bottles. SET sets the quantity that can be sold. COUNT states the bottles in the cellar,
 * including those of orders that have not been handed over.
 */
export const stockMovementKinds = ['ADD', 'SET', 'COUNT'] as const;
export type StockMovementKind = (typeof stockMovementKinds)[number];

/** The largest stock of a variant, so that sums of quantities stay within four-byte integers. */
export const maxStock = 10_000_000;

/**
 * The stock after a movement.
 * @param before The stock before, which is the quantity that can be sold.
 * @param reserved Bottles of open orders, which are still in the cellar.
 * @returns null if the stock would be negative or too large; a count below `reserved` leaves nothing to sell.
 */
export function computeStockAfterMovement(
  { kind, quantity }: { kind: StockMovementKind; quantity: number },
  before: number,
  reserved: number,
): number | null {
  const after = kind === 'ADD' ? before + quantity : kind === 'SET' ? quantity : Math.max(0, quantity - reserved);
  return quantity <= maxStock && after >= 0 && after <= maxStock && (kind === 'ADD' || quantity >= 0) ? after : null;
}
