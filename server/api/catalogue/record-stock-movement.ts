import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  computeStockAfterMovement,
  getStockReplacedByMovement,
  type StockMovementKind,
} from '#shared/catalogue/stock-movement.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { products, variants } from './product-tables.ts';
import { manualStockMovements, stock } from './stock-tables.ts';
import { type AppliedStockChange, lockStock, notifyIfStockLevelsChanged } from './take-and-return-stock.ts';

export interface StockMovementInput {
  variantId: number;
  kind: StockMovementKind;
  /** Bottles to add, or the new number of bottles, depending on `kind` (see `stockMovementKinds`). */
  quantity: number;
  /**
   * The number of bottles that the caller has read and that the movement replaces (see `getStockReplacedByMovement`).
   * If that number has changed, the movement is refused. ADD replaces none and ignores this property.
   */
  before?: number | undefined;
  /** Free text, such as the reason for the movement; may be empty. */
  reason: string;
  /** The staff member who moves the stock; null if it was moved on the command line. */
  userId: number | null;
  /**
   * Bottles that open orders have taken from the stock and that are still in the cellar, so a stocktaking counts them.
   */
  reserved: number;
}

/**
 * Changes the stock of a variant, records the movement with its reason, and notifies the storefronts if cached pages
 * become outdated. The refusal `stale_stock` contains the stored stock. The movement of a box, or of a variant that is
 * always available, is refused, because it would have no effect.
 */
export async function recordStockMovement(
  tx: SiteTx,
  { variantId, kind, quantity, before: seen, reason, userId, reserved }: StockMovementInput,
): Promise<Outcome<AppliedStockChange, 'unknown_variant' | 'stock_not_managed' | 'stale_stock' | 'invalid_quantity'>> {
  const [variant] = await tx
    .select({ isStockManaged: variants.isStockManaged, type: products.type })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, variantId));
  if (!variant) return refuse('unknown_variant');
  if (!variant.isStockManaged || variant.type === 'BOX') return refuse('stock_not_managed');
  const createdAt = new Date();
  // Inserts the stock row if there is none, because a row that does not exist cannot be locked.
  await tx.insert(stock).values({ variantId, quantity: 0, lastMovedAt: createdAt }).onConflictDoNothing();
  const before = (await lockStock(tx, [variantId])).get(variantId) ?? 0;
  const current = { quantity: before, reserved };
  const stockToReplace = getStockReplacedByMovement(kind, current);
  if (seen !== undefined && stockToReplace !== null && seen !== stockToReplace)
    return { ...refuse('stale_stock', { values: current }), current };
  const after = computeStockAfterMovement({ kind, quantity }, before, reserved);
  if (after === null) return refuse('invalid_quantity', { values: { before: String(before) } });
  await tx.update(stock).set({ quantity: after, lastMovedAt: createdAt }).where(eq(stock.variantId, variantId));
  await tx.insert(manualStockMovements).values({ variantId, kind, before, after, reason, userId, createdAt });
  const move = { variantId, before, after };
  await notifyIfStockLevelsChanged(tx, [move]);
  return ok(move);
}
