import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { StaffWithdrawalView } from '#shared/withdrawals/withdrawals-contract.ts';
import { lockWithdrawal, updateWithdrawalHandled, type WithdrawalWithRevision } from './withdrawals-repository.ts';

interface HandledChange {
  /** The revision that the caller has read. */
  revision: number;
  isHandled: boolean;
  staffUserId: number;
}

/**
 * Marks a declaration as handled, or as not handled, unless its handled state has changed since the given revision. A
 * declaration that has the requested state already is left unchanged.
 */
export async function setWithdrawalHandled(
  tx: SiteTx,
  id: number,
  { revision, ...mark }: HandledChange,
): Promise<Outcome<{ withdrawal: StaffWithdrawalView }, 'not_found' | 'stale_revision'>> {
  const before = await lockWithdrawal(tx, id);
  if (!before) return refuse('not_found');
  if (before.revision !== revision)
    return { ...refuse('stale_revision'), current: { withdrawal: toStaffWithdrawal(before) } };
  const wasHandled = before.handledAt !== null;
  if (wasHandled === mark.isHandled) return ok({ withdrawal: toStaffWithdrawal(before) });
  const after = await updateWithdrawalHandled(tx, before, mark);
  await recordStaffChange(tx, {
    userId: mark.staffUserId,
    resource: 'withdrawal',
    key: id,
    action: 'UPDATE',
    before: { isHandled: wasHandled },
    after: { isHandled: mark.isHandled },
  });
  return ok({ withdrawal: toStaffWithdrawal(after) });
}

export const toStaffWithdrawal = ({
  siteId: _siteId,
  staffUserId: _staffUserId,
  orderId,
  receivedAt,
  handledAt,
  ...row
}: WithdrawalWithRevision): StaffWithdrawalView => ({
  ...row,
  idOrder: orderId,
  receivedAt: receivedAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
});
