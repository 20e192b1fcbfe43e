import { and, eq } from 'drizzle-orm';
import { returnStockAndNotify } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { countRefundedUnits, type RefundedLine } from '#shared/orders/refund.ts';
import { readLinesOfOrders } from './order-reading-repository.ts';
import { orderLines } from './orders-tables.ts';

/**
 * Returns units of an order to the stock, and subtracts them from `stockTaken` of the order's lines, so that a later
 * cancellation does not return them again. The caller has locked the order.
 * @param earlier The earlier refunds of the order.
 * @returns False if a line has fewer units left to return; the transaction must then be rolled back.
 */
export async function returnRefundedUnitsToStock(
  tx: SiteTx,
  orderId: number,
  units: readonly RefundedLine[],
  earlier: readonly { lines: readonly RefundedLine[]; isStockReturned: boolean }[],
): Promise<boolean> {
  const lines = new Map((await readLinesOfOrders(tx, [orderId])).map((line) => [line.position, line]));
  const returnedBefore = countRefundedUnits(earlier.filter(({ isStockReturned }) => isStockReturned));
  const returned: { variantId: number; quantity: number }[] = [];
  for (const { position, quantity } of units) {
    const line = lines.get(position);
    const left = (line?.quantity ?? 0) - (returnedBefore.get(position) ?? 0);
    if (!line || quantity > left) return false;
    const taken = line.stockTaken.map((entry) => ({ ...entry, units: (entry.quantity / left) * quantity }));
    for (const each of taken.map(({ variantId, units: count }) => ({ variantId, quantity: count })))
      returned.push(each);
    const stockTaken = taken.map((entry) => ({ variantId: entry.variantId, quantity: entry.quantity - entry.units }));
    await tx
      .update(orderLines)
      .set({ stockTaken })
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)));
  }
  await returnStockAndNotify(tx, returned);
  return true;
}
