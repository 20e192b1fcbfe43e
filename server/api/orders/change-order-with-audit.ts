import { isDeepStrictEqual } from 'node:util';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { createItemRef, lockItemRevision, raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { lockOrder } from './order-changes-repository.ts';
import type { OrderRow } from './order-reading-repository.ts';

export const orderRevisionKind = 'orders';

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
