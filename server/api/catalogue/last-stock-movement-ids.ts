import { inArray, max } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { manualStockMovements } from './stock-tables.ts';

/** Reads the id of the latest stock movement by the estate for each variant that has one. */
export async function readLastManualStockMovementIds(
  tx: SiteTx,
  variantIds: readonly number[],
): Promise<Map<number, number>> {
  if (variantIds.length === 0) return new Map();
  const rows = await tx
    .select({ variantId: manualStockMovements.variantId, id: max(manualStockMovements.id) })
    .from(manualStockMovements)
    .where(inArray(manualStockMovements.variantId, [...variantIds]))
    .groupBy(manualStockMovements.variantId);
  return new Map(rows.map(({ variantId, id }) => [variantId, id ?? 0]));
}
