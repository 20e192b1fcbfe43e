import { lt } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { cookieConsentRecords } from './consent-tables.ts';

const deleteExpiredCookieConsentRecords = (tx: SiteTx, now: Date) =>
  tx.delete(cookieConsentRecords).where(lt(cookieConsentRecords.erasedAfter, now));

export const consentDailyTasks: DailySiteTasks = {
  'erase-consent-records': (tx) => deleteExpiredCookieConsentRecords(tx, new Date()),
};
