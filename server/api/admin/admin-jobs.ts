import { deleteExpiredStaffRequests } from '#server/api/contract/staff-requests-repository.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteAuditEntriesBefore } from './audit-repository.ts';

/** Days after which entries of the audit log are erased (docs/rules.md, "Audit log"). */
const auditRetentionDays = 365;

export const adminDailyTasks: DailySiteTasks = {
  'delete-staff-requests': deleteExpiredStaffRequests,
  'erase-audit-log': (tx) => deleteAuditEntriesBefore(tx, new Date(Date.now() - auditRetentionDays * 86_400_000)),
};
