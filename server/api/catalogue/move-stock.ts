import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { computeStockAfterMovement, type StockMovementKind } from '#shared/catalogue/stock-movement.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { variants } from './product-tables.ts';
import { lockStock, notifyStockChanged, type StockMovement } from './stock-movements.ts';
import { stock, stockMovements } from './stock-tables.ts';

export interface StockMovementInput {
  variantId: number;
  kind: StockMovementKind;
  quantity: number;
  /** May be empty. */
  reason: string;
  /** null for the command line. */
  userId: number | null;
  /** Bottles of open orders, which a count includes. */
  reserved: number;
}

/** Changes the stock of a variant, records why, and notifies storefronts if their pages are outdated. */
export async function moveStock(
  tx: SiteTx,
  { variantId, kind, quantity, reason, userId, reserved }: StockMovementInput,
): Promise<Outcome<StockMovement, 'unknown_variant' | 'invalid_quantity'>> {
  if ((await tx.$count(variants, eq(variants.id, variantId))) === 0) return refuse('unknown_variant');
  const createdAt = new Date();
  // A row that does not exist cannot be locked.
  await tx.insert(stock).values({ variantId, quantity: 0, lastMovedAt: createdAt }).onConflictDoNothing();
  const before = (await lockStock(tx, [variantId])).get(variantId) ?? 0;
  const after = computeStockAfterMovement({ kind, quantity }, before, reserved);
  if (after === null) return refuse('invalid_quantity', { values: { before: String(before) } });
  await tx.update(stock).set({ quantity: after, lastMovedAt: createdAt }).where(eq(stock.variantId, variantId));
  await tx.insert(stockMovements).values({ variantId, kind, before, after, reason, userId, createdAt });
  const move = { variantId, before, after };
  await notifyStockChanged(tx, [move]);
  return ok(move);
}
