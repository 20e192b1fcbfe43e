import { deleteExpiredRequests, staffRequestLedger } from '#server/api/contract/idempotency.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteAuditEntriesBefore } from './audit-repository.ts';

/** Days after which entries of the audit log are erased (docs/rules.md, "Audit log"). */
const auditRetentionDays = 365;

export const adminDailyTasks: DailySiteTasks = {
  'delete-staff-requests': (tx) => deleteExpiredRequests(tx, staffRequestLedger),
  'erase-audit-log': (tx) => deleteAuditEntriesBefore(tx, new Date(Date.now() - auditRetentionDays * 86_400_000)),
};
