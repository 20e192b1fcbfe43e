import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteExpiredCookieConsentRecords } from './consent-repository.ts';

export const consentDailyTasks: DailySiteTasks = {
  'erase-consent-records': (tx) => deleteExpiredCookieConsentRecords(tx, new Date()),
};
