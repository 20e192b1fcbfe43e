import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ItemInput, ItemKey, Resource } from '#server/api/resources/resource.ts';
import type { AuditedKind, auditActions } from '#shared/admin/admin-contract.ts';
import { auditEntries } from './audit-tables.ts';

/**
 * A change by a member of staff, as the audit log stores it. `before` and `after` must contain neither secrets nor
 * personal data of customers, because the erasure of a customer does not change the audit log.
 */
interface StaffChange {
  userId: number;
  resource: Pick<Resource, 'name'> | AuditedKind;
  key: ItemKey;
  action: (typeof auditActions)[number];
  /** The item before the change; null for a new item and for an export. */
  before: ItemInput | null;
  /** The item after the change; null for a deleted item; for the export of a list, its filter. */
  after: ItemInput | null;
}

/** Adds a change to the audit log, in the transaction that makes the change. */
export async function recordStaffChange(tx: SiteTx, change: StaffChange): Promise<void> {
  await tx.insert(auditEntries).values(toRow(change));
}

const toRow = ({ key, resource, ...change }: StaffChange) => ({
  ...change,
  resource: typeof resource === 'string' ? resource : resource.name,
  key: String(key),
});

interface ListExport {
  userId: number;
  resource: AuditedKind;
  /** The ids by which the exported list was filtered; null without such a filter. */
  filter: Readonly<Record<string, number>> | null;
}

/** Records that a member of staff has downloaded a list with personal data of customers, such as the orders. */
export const recordListExport = (tx: SiteTx, { filter, ...change }: ListExport): Promise<void> =>
  recordStaffChange(tx, { ...change, key: '', action: 'EXPORT', before: null, after: filter });

export async function recordStaffChanges(tx: SiteTx, changes: readonly StaffChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.insert(auditEntries).values(changes.map(toRow));
}
