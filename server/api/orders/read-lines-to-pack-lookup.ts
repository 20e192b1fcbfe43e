import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { countRefundedUnits } from '#shared/orders/refund.ts';
import { type OrderLineRow, readLinesOfOrders } from './order-reading-repository.ts';
import { readRefundsOfOrders } from './order-refunds-repository.ts';

export interface LinesToPackOfOrder {
  lines: OrderLineRow[];
  /** True if refunds have returned units of the order to the stock. */
  hasReturnedUnits: boolean;
}

/**
 * Reads the lines of orders less the units that refunds have returned to the stock. Lines without remaining units are
 * left out.
 * @returns A function that returns the lines of one of the orders.
 */
export async function readLinesToPackLookup(
  tx: SiteTx,
  orderIds: readonly number[],
): Promise<(orderId: number) => LinesToPackOfOrder> {
  const linesOf = Map.groupBy(await readLinesOfOrders(tx, orderIds), ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(await readRefundsOfOrders(tx, orderIds), ({ orderId }) => orderId);
  return (orderId) => {
    const returned = countRefundedUnits(
      (refundsOf.get(orderId) ?? []).filter(({ isStockReturned }) => isStockReturned),
    );
    const lines = (linesOf.get(orderId) ?? [])
      .map((line) => ({ ...line, quantity: line.quantity - (returned.get(line.position) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    return { lines, hasReturnedUnits: returned.size > 0 };
  };
}
