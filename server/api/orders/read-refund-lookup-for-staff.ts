import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { centsToEuros } from '#shared/money.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { computeRefundBalance } from './compute-refund-balance.ts';
import { type OrderRow, readStateChangesOfOrders } from './order-reading-repository.ts';
import { readRefundsOfOrders } from './order-refunds-repository.ts';
import { toOrderRefund } from './read-orders.ts';

type StaffRefunds = Pick<StaffOrderView, 'refunds' | 'refunded' | 'refundable'>;

/**
 * Reads the refunds of orders and the amounts that can still be refunded.
 * @returns A function that returns the data of one of the orders.
 */
export async function readRefundLookupForStaff(
  tx: SiteTx,
  rows: readonly OrderRow[],
  payments: PaymentProviders,
): Promise<(order: OrderRow) => StaffRefunds> {
  const ids = rows.map(({ id }) => id);
  const refundsOf = Map.groupBy(await readRefundsOfOrders(tx, ids), ({ orderId }) => orderId);
  const changesOf = Map.groupBy(await readStateChangesOfOrders(tx, ids), ({ orderId }) => orderId);
  return (order) => {
    const refunds = refundsOf.get(order.id) ?? [];
    const states = (changesOf.get(order.id) ?? []).map(({ state }) => state);
    const { refunded, refundable } = computeRefundBalance(order, states, refunds, payments);
    return {
      refunds: refunds.map((refund) => {
        const { id, staff, lines, isStockReturned, paidAt } = refund;
        const paid = { paidAt: paidAt?.toISOString() ?? null };
        return { ...toOrderRefund(refund), ...paid, id, staff, lines, returnsStock: isStockReturned };
      }),
      refunded: centsToEuros(refunded),
      refundable: centsToEuros(refundable),
    };
  };
}
