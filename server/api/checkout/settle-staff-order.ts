import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { changeOrderState, type OrderStateChangeContext } from '#server/api/orders/change-order-state.ts';
import type { OrderRow } from '#server/api/orders/order-reading-repository.ts';
import type { StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { StaffOrderDetails } from './order-call.ts';

/** The states that an order entered by staff passes through on creation, in this order, for each way of settling it. */
const settledStates: Record<StaffOrderSettlement, readonly OrderState[]> = {
  OPEN: [],
  PAID: ['PAID'],
  TAKEN_AWAY: ['PAID', 'PREPARING', 'COMPLETED'],
};

/** Moves an order that is already paid or taken away to the matching state, without mails other than for vouchers. */
export async function settleStaffOrder(
  tx: SiteTx,
  order: OrderRow,
  { settlement, staffUserId }: StaffOrderDetails,
  context: OrderStateChangeContext,
): Promise<OrderRow> {
  let settled = order;
  for (const state of settledStates[settlement]) {
    const change = { orderId: order.id, state, actor: 'staff', staffUserId, isSilent: true } as const;
    const changed = await changeOrderState(tx, change, context);
    if (!changed.ok) throw new Error(`order ${order.number} cannot become ${state}: ${changed.refusal}`);
    settled = changed.value;
  }
  return settled;
}
