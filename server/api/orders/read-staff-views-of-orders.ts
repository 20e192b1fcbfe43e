import { readItemRevisionLookup } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readMailsOfOrders } from '#server/api/mail/mail-repository.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { centsToEuros } from '#shared/money.ts';
import { listNextOrderStates } from '#shared/orders/order-states.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { orderRevisionKind } from './change-order-with-audit.ts';
import { computeRefundBalance } from './compute-refund-balance.ts';
import { readNotesOfOrders } from './order-notes.ts';
import { type OrderRow, readStateChangesOfOrders } from './order-reading-repository.ts';
import { readRefundsOfOrders } from './order-refunds-repository.ts';
import { type OrderReadContext, readDetailsOfOrders, toOrderRefund } from './read-orders.ts';
import { readSurplusPaymentsOfOrders } from './surplus-payments.ts';

interface OrderWithdrawal {
  id: number;
  orderId: number | null;
  revision: number;
  receivedAt: Date;
  message: string;
  handledAt: Date | null;
}

export interface StaffOrderContext extends OrderReadContext {
  /** Reads the withdrawals from orders. It is injected, because the orders domain must not depend on withdrawals. */
  readWithdrawals(tx: SiteTx, orderIds: readonly number[]): Promise<OrderWithdrawal[]>;
}

type StaffRefunds = Pick<StaffOrderView, 'refunds' | 'refunded' | 'refundable'>;

async function readRefundLookupForStaff(
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

/**
 * Reads the details of orders with the fields that only staff may see. The number of queries does not depend on the
 * number of orders.
 */
export async function readStaffViewsOfOrders(
  tx: SiteTx,
  rows: readonly OrderRow[],
  context: StaffOrderContext,
): Promise<StaffOrderView[]> {
  if (rows.length === 0) return [];
  const details = await readDetailsOfOrders(tx, rows, context);
  const recordsOf = await readStaffRecords(
    tx,
    rows.map(({ id }) => id),
    context,
  );
  const refundsOf = await readRefundLookupForStaff(tx, rows, context.payments);
  return rows.flatMap((row, index) => {
    const detail = details[index];
    return detail ? { ...detail, ...toStaffFields(row), ...recordsOf(row.id), ...refundsOf(row) } : [];
  });
}

export async function readStaffViewOfOrder(
  tx: SiteTx,
  row: OrderRow,
  context: StaffOrderContext,
): Promise<StaffOrderView> {
  const [order] = await readStaffViewsOfOrders(tx, [row], context);
  if (!order) throw new Error(`order ${row.id} was changed and cannot be read`);
  return order;
}

const toStaffFields = (row: OrderRow) => ({
  customer: {
    id: row.userId === null ? '' : String(row.userId),
    email: row.email,
    firstname: row.billingAddress.firstname,
    lastname: row.billingAddress.lastname,
  },
  nextStates: listNextOrderStates(row.state, row.deliveryType, 'staff'),
  paymentReference: row.paymentReference,
  paidOn: row.paidOn,
});

type StaffRecords = Pick<
  StaffOrderView,
  'revision' | 'history' | 'notes' | 'surplusPayments' | 'mails' | 'withdrawals'
>;

async function readStaffRecords(
  tx: SiteTx,
  ids: readonly number[],
  { readWithdrawals }: StaffOrderContext,
): Promise<(orderId: number) => StaffRecords> {
  const history = Map.groupBy(await readStateChangesOfOrders(tx, ids), ({ orderId }) => orderId);
  const notes = Map.groupBy(await readNotesOfOrders(tx, ids), ({ orderId }) => orderId);
  const surplus = Map.groupBy(await readSurplusPaymentsOfOrders(tx, ids), ({ orderId }) => orderId);
  const mails = Map.groupBy(await readMailsOfOrders(tx, ids), ({ orderId }) => orderId);
  const withdrawals = Map.groupBy(await readWithdrawals(tx, ids), ({ orderId }) => orderId);
  const revisionOf = await readItemRevisionLookup(tx, orderRevisionKind, ids);
  return (orderId) => ({
    revision: revisionOf(orderId),
    history: (history.get(orderId) ?? []).map(({ state, changedAt, actor, staff, reason }) => ({
      state,
      at: changedAt.toISOString(),
      actor,
      staff,
      reason,
    })),
    notes: (notes.get(orderId) ?? []).map(({ id, text, createdAt, author }) => ({
      id,
      text,
      at: createdAt.toISOString(),
      author,
    })),
    surplusPayments: (surplus.get(orderId) ?? []).map(({ reference, amount, reason, receivedAt, refundedAt }) => ({
      reference,
      amount: centsToEuros(amount),
      reason,
      receivedAt: receivedAt.toISOString(),
      refundedAt: refundedAt?.toISOString() ?? null,
    })),
    mails: (mails.get(orderId) ?? []).map(({ id, kind, recipient, state, attempts, lastError, createdAt }) => ({
      id: String(id),
      kind,
      to: recipient,
      state,
      attempts,
      lastError,
      at: createdAt.toISOString(),
    })),
    withdrawals: (withdrawals.get(orderId) ?? []).map(({ id, revision, receivedAt, message, handledAt }) => ({
      id,
      revision,
      receivedAt: receivedAt.toISOString(),
      message,
      handledAt: handledAt?.toISOString() ?? null,
    })),
  });
}
