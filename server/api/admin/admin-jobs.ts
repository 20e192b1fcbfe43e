import { lt } from 'drizzle-orm';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { deleteExpiredRequests, staffRequestLedger } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';

async function deleteAuditEntriesBefore(tx: SiteTx, before: Date): Promise<void> {
  await tx.delete(auditEntries).where(lt(auditEntries.occurredAt, before));
}

/** Days after which entries of the audit log are erased (docs/rules.md, "Audit log"). */
const auditRetentionDays = 365;

export const adminDailyTasks: DailySiteTasks = {
  'delete-staff-requests': (tx) => deleteExpiredRequests(tx, staffRequestLedger),
  'erase-audit-log': (tx) => deleteAuditEntriesBefore(tx, new Date(Date.now() - auditRetentionDays * 86_400_000)),
};
