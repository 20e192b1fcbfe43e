import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteExpiredConsentRecords } from './consent-repository.ts';

export const consentDailyTasks: DailySiteTasks = {
  'erase-consent-records': (tx) => deleteExpiredConsentRecords(tx, new Date()),
};
