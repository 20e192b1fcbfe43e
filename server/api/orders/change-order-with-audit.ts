import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { lockOrder } from './order-changes-repository.ts';
import type { OrderRow } from './order-reading-repository.ts';

interface OrderChange<Refusal extends string> {
  orderId: number;
  staffUserId: number;
  /** Further facts for the audit log, without personal data of the customer. */
  details?: Readonly<Record<string, string>>;
  run: () => Promise<Outcome<OrderRow, Refusal>>;
}

/** Changes an order for a member of staff, and records the change in the audit log. */
export async function changeOrderWithAudit<Refusal extends string>(
  tx: SiteTx,
  { orderId, staffUserId, details, run }: OrderChange<Refusal>,
): Promise<Outcome<OrderRow, Refusal | 'not_found'>> {
  const before = await lockOrder(tx, orderId);
  if (!before) return refuse('not_found');
  const changed = await run();
  if (!changed.ok) return changed;
  await recordStaffChange(tx, {
    userId: staffUserId,
    resource: 'order',
    key: orderId,
    action: 'UPDATE',
    before: toAuditedFields(before),
    after: { ...toAuditedFields(changed.value), ...details },
  });
  return changed;
}

const toAuditedFields = ({ number, state, trackingNumber, paymentDueAt }: OrderRow) => ({
  number,
  state,
  trackingNumber,
  paymentDueAt: paymentDueAt?.toISOString() ?? null,
});
