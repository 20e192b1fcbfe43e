import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteExpiredVisits } from './count-visit-once-per-day.ts';

export const siteDailyTasks: DailySiteTasks = { 'expire-visits': (tx) => deleteExpiredVisits(tx, new Date()) };
