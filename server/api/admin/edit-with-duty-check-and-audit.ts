import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readItem } from '#server/api/resources/read-item.ts';
import { type ItemKey, isChangeReservedForSuperAdmin, type Resource } from '#server/api/resources/resource.ts';
import type { Role } from '#shared/accounts/roles.ts';
import type { auditActions } from '#shared/admin/admin-resources-and-shared-calls-contract.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { type LegalDutyRefusal, runThenCheckLegalDuties } from './go-live.ts';

/** An edit by a member of staff, which must not break a legal duty of an open shop. */
export interface EditToRunWithAudit<Value, Refusal extends string> {
  action: (typeof auditActions)[number];
  /** The key of the edited item; null for a new item. */
  key: ItemKey | null;
  role: Role;
  /** Makes the change. For a new item, the value of the outcome contains the item's key. */
  run: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>;
}

/**
 * Makes a change and records it in the audit log. Refuses a change that only a SUPER_ADMIN may make, and one that opens
 * the shop before its legal duties are fulfilled or breaks a duty of an open shop. After a refusal the transaction must
 * be rolled back.
 */
export async function editWithDutyCheckAndAudit<Value, Refusal extends string>(
  tx: SiteTx,
  resource: Resource,
  userId: number,
  { action, key, role, run }: EditToRunWithAudit<Value, Refusal>,
): Promise<Outcome<Value, Refusal | 'super_admin_needed' | LegalDutyRefusal>> {
  const before = key === null ? null : await readItem(tx, resource, key);
  const outcome = await runThenCheckLegalDuties(tx, resource.name, () => run(tx));
  if (!outcome.ok) return outcome;
  const savedKey = key ?? (outcome.value as { key: ItemKey }).key;
  const after = action === 'DELETE' ? null : await readItem(tx, resource, savedKey);
  const change = { before: before?.item ?? null, after: after?.item ?? null };
  if (role !== 'SUPER_ADMIN' && isChangeReservedForSuperAdmin(resource, change)) return refuse('super_admin_needed');
  await recordStaffChange(tx, { userId, resource, key: savedKey, action, ...change });
  return outcome;
}
