import { isDeepStrictEqual } from 'node:util';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  createItemRef,
  lockItemRevision,
  raiseItemRevisions,
  readItemRevisionLookup,
} from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readMailsOfOrders } from '#server/api/mail/mail-repository.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { centsToEuros } from '#shared/money.ts';
import { listNextOrderStates } from '#shared/orders/order-states.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { readNotesOfOrders } from './order-notes.ts';
import { computeRefundBalance, readRefundsOfOrders } from './order-refunds.ts';
import { lockOrder, type OrderRow, readStateChangesOfOrders } from './order-repository.ts';
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

const orderRevisionKind = 'orders';

interface OrderChange<Refusal extends string> {
  orderId: number;
  staffUserId: number;
  /** Further facts for the audit log, without personal data of the customer. */
  details?: Readonly<Record<string, string>>;
  run: () => Promise<Outcome<OrderRow, Refusal>>;
}

/**
 * Changes an order for a member of staff, and records the change in the audit log. If an audited field changes, the
 * order's revision is raised, so that a correction that is based on an older revision is refused.
 */
export async function changeOrderWithAudit<Refusal extends string>(
  tx: SiteTx,
  { orderId, staffUserId, details, run }: OrderChange<Refusal>,
): Promise<Outcome<OrderRow, Refusal | 'not_found'>> {
  const before = await lockOrder(tx, orderId);
  if (!before) return refuse('not_found');
  const changed = await run();
  if (!changed.ok) return changed;
  const change = { before: toAuditedFields(before), after: toAuditedFields(changed.value) };
  if (!isDeepStrictEqual(change.before, change.after))
    await raiseItemRevisions(tx, [createItemRef(orderRevisionKind, orderId)]);
  await recordStaffChange(tx, {
    userId: staffUserId,
    resource: 'order',
    key: orderId,
    action: 'UPDATE',
    before: change.before,
    after: { ...change.after, ...details },
  });
  return changed;
}

interface OrderCorrection<Refusal extends string> extends OrderChange<Refusal> {
  revision: number;
  /** Reads the order in the form in which the caller has read it. */
  readCurrent: (order: OrderRow) => Promise<unknown>;
}

/** Like `changeOrderWithAudit`, but refuses a correction of an order that has changed since the revision. */
export async function changeAtRevision<Refusal extends string>(
  tx: SiteTx,
  { revision, readCurrent, ...change }: OrderCorrection<Refusal>,
): Promise<Outcome<OrderRow, Refusal | 'not_found' | 'stale_revision'>> {
  const order = await lockOrder(tx, change.orderId);
  if (!order) return refuse('not_found');
  if ((await lockItemRevision(tx, createItemRef(orderRevisionKind, order.id))) !== revision)
    return { ...refuse('stale_revision'), current: { order: await readCurrent(order) } };
  return changeOrderWithAudit(tx, change);
}

const toAuditedFields = ({ number, state, trackingNumber, paymentDueAt }: OrderRow) => ({
  number,
  state,
  trackingNumber,
  paymentDueAt: paymentDueAt?.toISOString() ?? null,
});
