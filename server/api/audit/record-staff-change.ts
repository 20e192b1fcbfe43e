import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { auditEntries } from './audit-tables.ts';

/** A change by staff as the audit log keeps it. */
export type StaffChange = Omit<typeof auditEntries.$inferInsert, 'siteId' | 'id' | 'at'>;

/**
 * Records a change by staff in the audit log, in the transaction of the change. `before` and `after` must contain neither
 * secrets nor personal data of customers, because an erasure leaves the audit log as it is.
 */
export async function recordStaffChange(tx: SiteTx, change: StaffChange): Promise<void> {
  await tx.insert(auditEntries).values(change);
}
